"""The words in the codes of invitations.

They are spelled alike in English and German. No word becomes another by one wrong, missing or extra
letter, and no word begins with another.
"""

_WORDS = """
    alarm album algebra alligator alpha ampere anorak arena aroma atlas auto baby banana bandit
    beta bikini bison blues bonus boxer bravo bronze buffet bulldog bungalow burger butler cafe
    campus cardigan cartoon cello champion chaos clever clown cobra cockpit cocktail collage
    comic computer cowboy curry delta design detail diesel dingo disco diva dogma dollar domino
    drama dynamo echo elegant extra farm festival film filter finale finger flamingo forum frost
    garage gazelle gecko giraffe gold gong gorilla grill guru hammer hamster hand hobby hockey
    hotel husky ideal index iris jaguar jazz jeep joker joystick judo jury karaoke karate
    ketchup kimono kiosk kiwi koala lama laser lasso limit liter lotto lynx magma mambo mango
    marathon marina maximum mentor meter mikado mini modem moment monitor motor museum navigator
    neon nest oboe omega opal orange origami otter palette panda panorama panther paprika parade
    paradox park partner party pasta patent pergola piano pilot piranha pizza plan plus podium
    polo poncho pony portal poster pudding pullover puma python quiz radar radio radius ranch
    resort ring risotto ritual rodeo rose roulette rucksack rugby safari saga salami salto
    samurai sandwich sardine satire sauna scooter sensor shampoo sheriff signal silo slalom
    slogan snack soda sombrero sorbet spaghetti sport spray sprint star steak stereo studio
    sultan surfer sushi swing symbol syntax system talent tandem tank tattoo taxi team tempo
    tennis terrier ticket tiger titan toast tofu tornado totem tourist trainer transfer trick
    trio tuba tunnel turban uniform vanilla vase video villa wagon western wigwam wind winter
    wolf wombat workshop yacht yeti yoga zebra zeppelin zigzag zone zoom
"""

WORDS = tuple(_WORDS.split())
