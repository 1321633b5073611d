"""Certificates for brokers, made by an authority that only these tests trust."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ec import (
    SECP256R1,
    EllipticCurvePrivateKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

_DAY = timedelta(days=1)


class Authority:
    """An authority with a certificate of its own.

    path: its certificate, for `remote.ca`.
    """

    def __init__(self, folder: Path, name: str) -> None:
        self._folder = folder
        self._key = generate_private_key(SECP256R1())
        self._name = _name(name)
        now = datetime.now(UTC)
        own = (
            _builder(self._name, self._name, self._key, now - _DAY, now + _DAY)
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .add_extension(_signs(), critical=True)
            .add_extension(_own_key(self._key), critical=False)
        )
        self.path = self._write(f"{name}.pem", own.sign(self._key, SHA256()))

    def issue(self, host: str, *, days: int = 0) -> tuple[Path, Path]:
        """Return the files of a certificate for a name or address, and of its key. days: how far
        the two days for which it is valid are from today."""
        key = generate_private_key(SECP256R1())
        now = datetime.now(UTC)
        since, until = now + (days - 1) * _DAY, now + (days + 1) * _DAY
        names: x509.GeneralName
        try:
            names = x509.IPAddress(ip_address(host))
        except ValueError:
            names = x509.DNSName(host)
        certificate = (
            _builder(_name(host), self._name, key, since, until)
            .add_extension(x509.SubjectAlternativeName([names]), critical=False)
            .add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(self._key.public_key()),
                critical=False,
            )
            .sign(self._key, SHA256())
        )
        stem = f"{host}-{days}"
        private = self._folder / f"{stem}.key"
        private.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
        return self._write(f"{stem}.pem", certificate), private

    def _write(self, name: str, certificate: x509.Certificate) -> Path:
        path = self._folder / name
        path.write_bytes(certificate.public_bytes(Encoding.PEM))
        return path


def _name(words: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, words)])


def _builder(
    subject: x509.Name,
    issuer: x509.Name,
    key: EllipticCurvePrivateKey,
    since: datetime,
    until: datetime,
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(since)
        .not_valid_after(until)
    )


def _own_key(key: EllipticCurvePrivateKey) -> x509.SubjectKeyIdentifier:
    return x509.SubjectKeyIdentifier.from_public_key(key.public_key())


def _signs() -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=False,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=True,
        crl_sign=True,
        encipher_only=False,
        decipher_only=False,
    )
