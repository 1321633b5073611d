// A CIRCUITPY drive as it lies in flash: a FAT12 file system with long names and all files in its root.
const SECTOR = 512, FAT_SECTORS = 6, ROOT_ENTRIES = 512;

/** The directory entries of a file. number: makes its short name unique. */
function entriesOf(name, cluster, size, number) {
    const [stem, end = ''] = name.split('.');
    const plain = stem.length <= 8 && end.length <= 3;
    const short = plain ? stem.padEnd(8) + end.padEnd(3) : `${stem.slice(0, 6)}~${number}`.padEnd(8) + end.slice(0, 3).padEnd(3);
    const main = Buffer.alloc(32);
    main.write(short.toUpperCase(), 'latin1');
    main[11] = 0x20;
    if (plain) main[12] = 0x18; // lower case
    main.writeUInt16LE(0x5a21, 16);
    main.writeUInt16LE(0x5a21, 24);
    main.writeUInt16LE(size ? cluster : 0, 26);
    main.writeUInt32LE(size, 28);
    if (plain) return [main];
    let sum = 0;
    for (let i = 0; i < 11; i++) sum = (sum << 7 | sum >> 1) + main[i] & 0xff;
    const long = [];
    for (let i = 0; 13 * i < name.length; i++) {
        const part = Buffer.alloc(32, 0xff);
        part[0] = i + 1 | (13 * (i + 1) >= name.length ? 0x40 : 0);
        [part[11], part[12], part[13], part[26], part[27]] = [15, 0, sum, 0, 0];
        const places = [1, 3, 5, 7, 9, 14, 16, 18, 20, 22, 24, 28, 30];
        places.forEach((place, k) => {
            const at = 13 * i + k;
            if (at <= name.length) part.writeUInt16LE(at < name.length ? name.charCodeAt(at) : 0, place);
        });
        long.unshift(part);
    }
    return [...long, main];
}

/** The image of a drive. files: {name: Buffer}. bytes: its size. */
export function drive(files, bytes) {
    const image = Buffer.alloc(bytes, 0);
    const sectors = bytes / SECTOR;
    image.set([0xeb, 0xfe, 0x90]);
    image.write('MSDOS5.0', 3);
    image.writeUInt16LE(SECTOR, 11);
    image[13] = 1; // sectors a cluster
    image.writeUInt16LE(1, 14);
    image[16] = 1; // one FAT
    image.writeUInt16LE(ROOT_ENTRIES, 17);
    image.writeUInt16LE(sectors, 19);
    image[21] = 0xf8;
    image.writeUInt16LE(FAT_SECTORS, 22);
    image.writeUInt16LE(63, 24);
    image.writeUInt16LE(255, 26);
    image[36] = 0x80;
    image[38] = 0x29;
    image.write('CIRCUITPY  FAT     ', 43);
    image.writeUInt16LE(0xaa55, 510);
    const fat = image.subarray(SECTOR, SECTOR * (1 + FAT_SECTORS));
    const link = (cluster, next) => {
        const at = cluster * 3 >> 1;
        const pair = fat.readUInt16LE(at);
        fat.writeUInt16LE(cluster & 1 ? pair & 0xf | next << 4 : pair & 0xf000 | next, at);
    };
    link(0, 0xff8);
    link(1, 0xfff);
    let entry = SECTOR * (1 + FAT_SECTORS);
    const data = entry + 32 * ROOT_ENTRIES;
    image.write('CIRCUITPY  ', entry, 'latin1');
    image[entry + 11] = 8;
    entry += 32;
    let cluster = 2, number = 0;
    for (const [name, content] of Object.entries(files)) {
        for (const part of entriesOf(name, cluster, content.length, ++number)) {
            image.set(part, entry);
            entry += 32;
        }
        const count = Math.ceil(content.length / SECTOR);
        image.set(content, data + (cluster - 2) * SECTOR);
        for (let i = 1; i <= count; i++, cluster++) link(cluster, i === count ? 0xfff : cluster + 1);
    }
    return image;
}
