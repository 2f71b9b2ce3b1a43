"""What the sample library says: tags, items and collections.

The drawings themselves are in drawings.py; "make" puts both together.
"""

# Tags whose name is not simply the slug with blanks for hyphens.

TAG_NAMES = {
    "24-7": "24/7",
    "bff": "BFF",
    "bon-appetit": "bon appétit",
    "cafe": "café",
    "danke-schoen": "Danke schön",
    "dont-worry": "don't worry",
    "ete": "été",
    "gunaydin": "Günaydın",
    "happy-birthday": "Happy Birthday",
    "happy-new-year": "Happy New Year",
    "im-sorry": "I'm sorry",
    "istanbul": "İstanbul",
    "kalimera": "Καλημέρα",
    "lol": "LOL",
    "manana": "mañana",
    "merci": "Merci",
    "naive": "naïve",
    "noel": "Noël",
    "ohayo": "おはよう",
    "omg": "OMG",
    "r-and-r": "R&R",
    "sao-joao": "São João",
    "tada": "ta-da!",
    "tgif": "TGIF",
    "three-two-one": "3, 2, 1",
    "ufo": "UFO",
    "wfh": "WFH",
    "xoxo": "XOXO",
    "zzz": "Zzz",
}

# What every item of a drawing is tagged with, in this order.

TAGS = {
    "otter-wave":
        "hello hi wave otter animal cute water sea friendly welcome smile "
        "happy good-day nature brown blue waves clouds",
    "cat-typing":
        "cat keyboard computer work wfh busy email animal cute orange home "
        "deadline monday books funny clouds morning",
    "morning-sun":
        "good-morning morning sun smile happy hello wake-up spring nature "
        "sky cute hills flowers clouds weather good-day positive yellow",
    "rain-cloud":
        "rain clouds weather sad flowers monday cute nature water feelings "
        "sorry hugs grey pink autumn spring garden",
    "coffee-steam":
        "coffee cafe morning good-morning break drink warm cozy breakfast "
        "cute smile monday red relax happy food work",
    "birthday-cake":
        "birthday happy-birthday cake candles party celebration confetti "
        "congratulations yay sweet food cute smile pink happy best-wishes "
        "purple",
    "heart-beat":
        "love heart xoxo valentine hugs feelings cute happy smile pink red "
        "thank-you sweet friendly positive warm best-wishes",
    "penguin-dance":
        "penguin dance winter snow cold party happy animal cute yay excited "
        "funny ice weekend smile lets-go nature",
    "dog-tail":
        "dog puppy happy excited animal cute good-boy friends bff play yay "
        "hello smile welcome brown wave friendly",
    "rocket-flight":
        "rocket space stars planet moon fast adventure night sky travel "
        "excited hamster lets-go journey red purple wow",
    "campfire-night":
        "fire camping night stars moon cozy nature summer forest relax "
        "weekend warm adventure friends trees orange evening",
    "fireworks-town":
        "fireworks celebration happy-new-year night city party "
        "congratulations yay light excited wow sky holidays stars water "
        "pink yellow",
    "sleepy-moon":
        "good-night sleep tired moon night zzz dreams bedtime stars cute "
        "calm clouds relax sweet sky yellow purple",
    "whale-spout":
        "whale animal cute water sea waves nature summer sun boat happy "
        "blue holidays sky clouds play smile",
    "toast-jump":
        "toast breakfast morning good-morning food kitchen funny surprise "
        "jump cute hungry yum wow tada red wake-up smile",
    "frog-hop":
        "frog jump pond animal cute green happy excited nature water yay "
        "funny spring sun smile play summer",
    "ferry-gull":
        "boat sea seagull travel city evening waves holidays istanbul "
        "journey on-my-way sun sky water bird white animal",
    "avocado-laugh":
        "haha lol funny avocado food happy cute smile laugh green yellow "
        "tears feelings hungry yum positive excited",
    "lighthouse":
        "lighthouse sea night light boat sky stars calm waves travel "
        "evening sun home red white purple water",
    "ramen-bowl":
        "ramen soup food dinner hungry yum warm cute smile bon-appetit red "
        "kitchen happy cozy egg break evening",
    "cactus-pot":
        "cactus flowers green desert cute smile happy garden home nature "
        "hello friendly hugs spring pink positive good-day",
    "hedgehog-leaf":
        "hedgehog autumn leaf forest animal cute nature walk trees brown "
        "orange red smile hello weekend adventure happy",
    "fox-sleep":
        "fox sleep tired winter snow night good-night zzz animal cute calm "
        "cozy moon stars nature orange trees",
    "tulip-card":
        "thank-you merci flowers card love heart spring gift friends cute "
        "best-wishes blue red garden smile happy warm",
    "mountain-lake":
        "mountain bear water boat adventure travel calm nature summer "
        "forest holidays sun relax weekend animal red blue",
    "robot-hello":
        "robot hello hi wave computer friendly welcome smile happy heart cute"
        " blue good-day funny",
    "octopus-wave":
        "octopus hello hi wave sea water animal cute friendly smile happy "
        "pink blue",
    "sheep-jump":
        "sheep good-night sleep zzz dreams bedtime night moon stars jump "
        "animal calm cute tired white",
    "rubber-duck":
        "duck bath water foam play cute happy funny relax weekend yellow "
        "white good-day",
    "butterfly-garden":
        "butterfly flowers garden spring nature animal good-morning morning "
        "happy smile sun sky cute orange colorful",
    "windmill-turn":
        "windmill flowers tulips hills nature spring travel sky clouds calm "
        "holidays red white",
    "alarm-clock":
        "clock wake-up morning good-morning monday surprise busy work cute "
        "red yellow",
    "popcorn-pop":
        "popcorn food movies weekend fun funny haha happy excited party yum "
        "evening laugh red white yay",
    "balloons-three":
        "balloons birthday party celebration confetti congratulations happy "
        "smile yay sky clouds cute red blue yellow",
    "snow-globe":
        "snow winter house trees holidays cozy calm cold weather home cute "
        "smile white red gift",
    "train-ride":
        "train travel journey on-my-way holidays mountain steam smile happy "
        "lets-go adventure red blue yellow",
    "ghost-boo":
        "ghost pumpkin halloween night stars autumn surprise party funny cute"
        " wow purple white orange",
    "ufo-beam":
        "ufo space alien cow stars night planet fast journey funny wow "
        "surprise animal adventure green yellow",
    "fish-bowl":
        "fish water animal cute home calm relax play orange blue smile",
    "bee-flight":
        "bee flowers garden spring nature animal busy happy smile sun yellow "
        "cute good-day",
    "gift-hop":
        "gift birthday happy-birthday party surprise celebration confetti "
        "jump yay tada excited best-wishes cute smile purple yellow",
    "pineapple-cool":
        "pineapple fruit food summer sun holidays cool funny happy smile yum "
        "yellow positive weekend",
    "ice-cream":
        "ice-cream food sweet summer yum cherry cute smile happy holidays "
        "pink green yellow",
    "koala-hug":
        "koala hugs animal cute trees forest nature calm relax friendly smile"
        " grey green",
    "mushroom-home":
        "mushroom autumn forest leaf nature cute smile happy walk red orange "
        "white",
    "snail-leaf":
        "snail leaf rain weather animal cute nature garden water smile calm "
        "green pink spring",
    "owl-moon":
        "owl good-night night moon stars animal forest calm bedtime sky cute "
        "brown yellow",
    "snowman-hat":
        "snowman snow winter cold holidays weather trees happy smile hello "
        "cute white red friendly",
    "pizza-slice":
        "pizza food dinner hungry yum cute smile happy party bon-appetit red "
        "yellow",
    "pancake-stack":
        "pancakes breakfast food morning good-morning sweet hungry yum fruit "
        "smile happy bon-appetit warm brown",
    "sushi-pair":
        "sushi food dinner hungry yum rice cute smile friends bon-appetit "
        "orange green",
    "letter-heart":
        "letter email love heart card valentine xoxo thank-you friends cute "
        "smile sweet best-wishes pink red",
    "donut-pink":
        "donut food sweet yum break cafe hungry cute smile happy colorful "
        "pink",
    "balloon-trip":
        "balloon sky travel adventure journey hills clouds sun nature summer "
        "smile holidays red yellow green",
    "bicycle-red":
        "bicycle travel adventure flowers spring summer weekend nature lets-"
        "go journey fast red",
    "snow-cottage":
        "house home snow winter night cozy moon stars trees calm holidays "
        "good-night light weather white",
    "rainbow-clouds":
        "rainbow clouds weather sky sun flowers spring nature happy smile "
        "cute hills positive colorful good-day",
    "beach-day":
        "beach sea summer sun holidays boat travel relax weekend waves water "
        "sky red blue yellow",
    "rabbit-carrot":
        "rabbit carrot animal cute spring nature garden happy smile hungry "
        "white orange",
    "suitcase-go":
        "suitcase travel journey holidays adventure on-my-way lets-go happy "
        "smile stars heart hi brown orange",
    "strawberry-sweet":
        "strawberry fruit food sweet summer yum cute smile happy best-wishes "
        "red green",
}

# Items, newest first: id, drawing, created, alternative text, further tags.

ITEMS = [
    (39643, "hedgehog-leaf", "2025-08-27T07:53:39.647479Z",
     "A hedgehog trots through the autumn wood with a red maple leaf stuck "
     "on its spines.",
     "see-you"),
    (38040, "dog-tail", "2025-05-23T11:18:44.698974Z",
     "Kuyruğunu sallayan yavru köpek: dili dışarıda, mavi tasması ve altın "
     "künyesi ışıl ışıl.",
     "garden"),
    (37799, "morning-sun", "2025-05-09T13:40:38.848232Z",
     "Günaydın! Gülümseyen güneş, kırmızı çatılı evin ve çiçekli tepelerin "
     "üstünde ışıldıyor.",
     "gunaydin home"),
    (37460, "cactus-pot", "2025-04-19T13:47:17.996136Z",
     "Ein Kaktus mit rosa Blüte streckt die Arme aus – bitte nur anschauen.",
     "funny"),
    (37395, "avocado-laugh", "2025-04-15T09:10:35.081005Z",
     "Half an avocado shakes with laughter, tears flying, HA HA HA all "
     "around it.",
     "wow"),
    (37305, "fireworks-town", "2025-04-09T14:01:56.497614Z",
     "Happy New Year! Rockets rise over the town and burst into rings of "
     "light 🎆",
     "three-two-one friends best-wishes"),
    (36788, "fox-sleep", "2025-03-10T10:27:32.724092Z",
     "Do not disturb: one fox, one warm tail, three white Zs over the snow 🦊💤",
     "bedtime cold r-and-r"),
    (36552, "coffee-steam", "2025-02-23T15:24:11.668955Z",
     "Una taza roja de café humea junto a un cruasán; cierra los ojos un "
     "momento y sonríe. Lo demás, mañana.",
     "manana calm"),
    (35516, "rain-cloud", "2024-12-24T08:33:01.238487Z",
     "I'm sorry you had a day like this: a cloud with worried eyebrows, "
     "raindrops, and one cheerful flower in the middle of a puddle 🌧️",
     "im-sorry friends dont-worry tears"),
    (35006, "pizza-slice", "2024-11-23T09:16:39.334134Z",
     "A smiling slice of pizza with salami, basil and cheese that drips over "
     "the edge.",
     "weekend"),
    (34711, "frog-hop", "2024-11-05T08:35:05.971573Z",
     "Una rana verde salta muy contenta sobre su nenúfar; las ondas se "
     "abren en el estanque.",
     "leaf"),
    (34411, "heart-beat", "2024-10-19T17:01:37.098240Z",
     "A big pink heart with a happy face beats twice while little hearts "
     "float up behind it.",
     "friends"),
    (33897, "cat-typing", "2024-09-18T11:04:47.036414Z",
     "\"Per my last email…\" A tabby in round glasses types with both paws, "
     "eyes darting left and right.",
     "lol omg feelings"),
    (33818, "penguin-dance", "2024-09-13T10:35:59.601567Z",
     "It's Friday! A round penguin dances on the ice, flippers out, bobble "
     "bouncing.",
     "tgif lol"),
    (33562, "tulip-card", "2024-08-29T15:14:38.596218Z",
     "Merci ! Un bouquet de tulipes de toutes les couleurs et une carte "
     "avec un cœur.",
     "xoxo yellow"),
    (33181, "rocket-flight", "2024-08-06T12:27:45.847115Z",
     "Ракета летить крізь зоряне небо, а з ілюмінатора визирає хом'ячок.",
     "animal"),
    (33030, "birthday-cake", "2024-07-28T18:24:54.099136Z",
     "З днем народження! Усміхнений торт із трьома свічками, а навколо "
     "кружляє конфеті.",
     "warm"),
    (32837, "whale-spout", "2024-07-16T09:41:53.442878Z",
     "クジラが潮を吹き、そのうしろで小さな紙の舟が波にゆれている。",
     "calm"),
    (32777, "toast-jump", "2024-07-13T15:28:24.907130Z",
     "Pop! Deux tranches de pain grillé bondissent du grille-pain, tout "
     "étonnées — c'est prêt.",
     "bon-appetit"),
    (32564, "ferry-gull", "2024-06-30T09:30:29.576640Z",
     "İstanbul'da akşam: Vapur dalgaların üstünde ilerliyor, martı kanat "
     "çırpıyor, ışık yavaş yavaş sönüyor.",
     "calm"),
    (31799, "mountain-lake", "2024-05-15T11:38:03.874283Z",
     "A bear in a yellow life vest paddles a red canoe across a still "
     "mountain lake.",
     "cute"),
    (31566, "campfire-night", "2024-05-02T14:16:11.034446Z",
     "A campfire crackles beside an orange tent; sparks rise to the stars "
     "and two marshmallows roast on a stick.",
     "food"),
    (31504, "otter-wave", "2024-04-28T11:56:14.672668Z",
     "An otter stands in the sea up to its waist and waves hello with one "
     "paw, a shell held tight in the other.",
     "summer naive"),
    (31462, "sleepy-moon", "2024-04-25T07:43:26.490147Z",
     "Dobranoc! Księżyc w szlafmycy śpi nad chmurami, a dookoła mrugają "
     "gwiazdy.",
     "love"),
    (31458, "snow-cottage", "2024-04-25T07:31:05.026348Z",
     "Keep the light on: a log cottage in the snow with two yellow windows, a"
     " thin moon above the pines.",
     "dont-worry warm"),
    (31318, "heart-beat", "2024-04-17T12:52:16.169155Z",
     "Love you to bits ❤️‍🔥 a glossy heart thumps, blinks and grins; ten "
     "smaller ones drift past like balloons.",
     "i-miss-you excited bff friends merci"),
    (30782, "balloon-trip", "2024-03-16T09:45:42.793293Z",
     "Um balão listrado de vermelho e amarelo sobrevoa colinas verdes entre o"
     " sol e as nuvens.",
     "calm"),
    (30552, "birthday-cake", "2024-03-02T08:06:35.203990Z",
     "The candles flicker, the confetti falls, and the cake itself seems to "
     "be waiting for you to make a wish 👩‍👩‍👧‍👦",
     "friends bff love excited tada red blue yellow green colorful"),
    (30249, "rain-cloud", "2024-02-13T10:49:33.985673Z",
     "Un nuage gris fait la moue et pleut à grosses gouttes ; en dessous, "
     "une petite fleur rose sourit et se balance.",
     "smile im-sorry"),
    (29627, "ferry-gull", "2024-01-07T13:16:00.946177Z",
     "On my way! A ferry with a yellow funnel puffs across the strait; the "
     "sun is already low behind the city.",
     "hello see-you lets-go"),
    (29227, "pineapple-cool", "2023-12-14T10:17:41.942095Z",
     "A pineapple in sunglasses grins, cool from its base to the tips of its "
     "leaves.",
     "orange"),
    (28373, "hedgehog-leaf", "2023-10-24T08:45:46.036661Z",
     "Un hérisson se promène en forêt, une feuille d'érable rouge piquée "
     "sur le dos.",
     "naive"),
    (28285, "letter-heart", "2023-10-19T08:58:46.959942Z",
     "A pink envelope with a smiling heart for a seal; the letter already "
     "peeks out.",
     "hugs"),
    (26716, "sheep-jump", "2023-07-17T08:32:46.528161Z",
     "כבשה לבנה קופצת מעל הגדר בעיניים עצומות, והכוכבים מנצנצים מעליה.",
     "cozy winter"),
    (26182, "windmill-turn", "2023-06-15T14:37:49.038167Z",
     "A windmill turns its four sails above green hills and a row of tulips.",
     "summer"),
    (25692, "ufo-beam", "2023-05-17T08:42:37.856436Z",
     "Une soucoupe volante soulève une vache dans son rayon jaune ; aux "
     "commandes, un petit extraterrestre vert.",
     "cute"),
    (25579, "campfire-night", "2023-05-10T12:53:15.921732Z",
     "Fogueira acesa, barraca laranja, céu estrelado: dois marshmallows "
     "assando devagar.",
     "sao-joao holidays"),
    (23340, "rubber-duck", "2022-12-27T17:23:13.153379Z",
     "Who's a good duck? A yellow rubber duck rocks on the foam and blinks "
     "while soap bubbles float past.",
     "love"),
    (22777, "rainbow-clouds", "2022-11-23T16:24:30.456281Z",
     "Ein Regenbogen spannt sich von Wolke zu Wolke, und beide Wolken "
     "lächeln.",
     "holidays"),
    (22449, "owl-moon", "2022-11-04T13:25:00.907399Z",
     "Сова сидит на ветке и смотрит большими глазами; за ней светит полная "
     "луна.",
     "dreams"),
    (22255, "bee-flight", "2022-10-23T12:22:02.805499Z",
     "Ранок у саду: бджілка тріпоче крильцями над рожевими й білими квітами.",
     "morning"),
    (21820, "pancake-stack", "2022-09-27T17:04:50.531338Z",
     "Breakfast's up! Four pancakes with butter, berries and syrup, as "
     "pleased as you are 🥞",
     "weekend friends"),
    (21619, "whale-spout", "2022-09-15T13:07:55.219978Z",
     "A blue whale rocks on the waves and sends up a fountain, a paper boat "
     "bobbing behind its tail.",
     "wow"),
    (21579, "fireworks-town", "2022-09-13T12:15:43.716864Z",
     "Three fireworks, pink, gold and turquoise, open one after another "
     "above the rooftops and shimmer in the river.",
     "friends"),
    (21460, "otter-wave", "2022-09-06T09:28:55.099751Z",
     "Une loutre brune sort de l'eau et fait coucou de la patte, un "
     "coquillage serré contre le ventre.",
     "ete summer"),
    (21050, "coffee-steam", "2022-08-12T10:51:14.258729Z",
     "A red mug with rosy cheeks smiles while three ribbons of steam curl "
     "up from a coffee with a milk heart.",
     "love heart"),
    (20513, "avocado-laugh", "2022-07-11T08:21:36.216348Z",
     "笑いが止まらないアボカド。目じりから涙が飛び、まわりで HA HA の文字がはずむ 😂",
     "jump"),
    (20468, "toast-jump", "2022-07-08T09:34:41.617563Z",
     "Two slices of toast leap out of a red toaster with round, astonished "
     "mouths.",
     "happy bread"),
    (19930, "cat-typing", "2022-06-06T10:27:58.057855Z",
     "メガネをかけた茶トラの猫が、両手でせっせとキーボードを打っている。",
     "fast"),
    (19489, "snow-globe", "2022-05-11T12:06:47.164616Z",
     "A snow globe with a little red house: flakes fall on the roof and on "
     "three fir trees.",
     "noel"),
    (19361, "frog-hop", "2022-05-03T18:50:23.622887Z",
     "Leap day, every day: a frog hops on its pad, rings spread over the "
     "pond, a dragonfly hangs in the air 🐸",
     "tgif lets-go weekend"),
    (18773, "toast-jump", "2022-03-29T13:33:27.065332Z",
     "Zwei Toastscheiben hüpfen aus dem Toaster \\o/ und der Toaster grinst "
     "dazu.",
     "excited lol"),
    (18649, "rocket-flight", "2022-03-22T16:09:25.411773Z",
     "A white and red rocket races past the stars with a hamster at its "
     "porthole and a ringed planet below.",
     "animal cute"),
    (18087, "mushroom-home", "2022-02-16T09:07:57.893234Z",
     "Sonbahar ormanında kırmızı şapkalı bir mantar gülümsüyor, önünde "
     "turuncu yapraklar.",
     "calm"),
    (17896, "heart-beat", "2022-02-05T16:12:20.067638Z",
     "قلب وردي كبير مبتسم ينبض، وقلوب صغيرة تصعد من حوله.",
     "i-miss-you"),
    (16705, "avocado-laugh", "2021-11-26T07:37:44Z",
     "Un avocat mort de rire : il se balance, il pleure, et les « HA » "
     "dansent autour de lui.",
     "naive"),
    (16619, "butterfly-garden", "2021-11-20T12:28:57Z",
     "Καλημέρα! Μια πορτοκαλιά πεταλούδα ανοιγοκλείνει τα φτερά της πάνω από "
     "τα λουλούδια.",
     "kalimera summer"),
    (16259, "sleepy-moon", "2021-10-30T12:17:00Z",
     "Gute Nacht! Der Mond trägt eine Schlafmütze, atmet leise und "
     "schaukelt zwischen den Wolken.",
     "cozy"),
    (16106, "ice-cream", "2021-10-21T07:39:04Z",
     "Παγωτό χωνάκι με τρεις μπάλες και ένα κεράσι· η πάνω μπάλα χαμογελά.",
     "colorful"),
    (15865, "bicycle-red", "2021-10-06T12:37:25Z",
     "Gone cycling — a red bicycle, a basket of flowers, and nobody who reads"
     " email.",
     "r-and-r funny on-my-way"),
    (15055, "lighthouse", "2021-08-19T18:20:51Z",
     "A red and white lighthouse shines over the evening sea, a small "
     "sailing boat below it.",
     "winter"),
    (14637, "campfire-night", "2021-07-25T10:43:28Z",
     "Nothing planned <b>&</b> nobody in a hurry: a tent, a fire, a thin "
     "moon above the pines.",
     "r-and-r calm holidays"),
    (13936, "octopus-wave", "2021-06-13T13:59:57Z",
     "Ein rosa Krake sitzt auf dem Meeresgrund, winkt mit zwei Armen und sagt"
     " „Moin“ – ganz ohne Worte.",
     "bye see-you"),
    (13664, "snowman-hat", "2021-05-28T18:37:04Z",
     "A snowman in a top hat and a red scarf smiles among fir trees while the"
     " snow falls.",
     "friendly"),
    (13464, "donut-pink", "2021-05-16T17:58:29Z",
     "Danke schön: ein Donut mit rosa Guss und bunten Streuseln, der auch "
     "noch lächelt 🍩",
     "danke-schoen thank-you"),
    (13139, "fireworks-town", "2021-04-27T10:47:42Z",
     "Feu d'artifice au-dessus de la ville : trois gerbes s'ouvrent, les "
     "fenêtres scintillent, le fleuve brille. L'été, enfin.",
     "ete summer"),
    (12792, "fish-bowl", "2021-04-06T15:15:43Z",
     "¡Otra vuelta! Un pez naranja nada en su pecera de un lado a otro y las "
     "burbujas suben sin parar.",
     "wow"),
    (12410, "ramen-bowl", "2021-03-14T10:22:27Z",
     "Un bol de ramen fumant, des baguettes, un œuf mollet coupé en deux : "
     "bon appétit !",
     "white"),
    (12308, "penguin-dance", "2021-03-08T08:45:34Z",
     "Un pingüino con gorro y bufanda baila de un lado a otro mientras cae "
     "la nieve.",
     "noel holidays"),
    (12118, "gift-hop", "2021-02-25T08:15:07Z",
     "Joyeux anniversaire : un cadeau violet saute de joie, son couvercle se "
     "soulève, des confettis partout.",
     "red blue"),
    (11904, "coffee-steam", "2021-02-12T14:29:45Z",
     "But first, coffee ☕ — a cheerful red cup on a white saucer, a "
     "croissant leaning against it.",
     "wake-up funny tired"),
    (11891, "cat-typing", "2021-02-11T15:55:00Z",
     "Рудий кіт в окулярах швидко стукає лапами по клавіатурі, а хвіст "
     "гойдається позаду.",
     "coffee fast"),
    (11827, "rabbit-carrot", "2021-02-07T15:01:57Z",
     "Un coniglio bianco siede sull'erba e tiene stretta una grande carota.",
     "friends"),
    (11692, "train-ride", "2021-01-30T17:21:33Z",
     "A small steam train puffs past purple mountains, its engine smiling, "
     "one yellow carriage behind it.",
     "calm"),
    (11650, "rain-cloud", "2021-01-28T18:58:56Z",
     "Eine traurige Regenwolke über einer Pfütze: Die Tropfen fallen, die "
     "Ringe wachsen, die Blume freut sich.",
     "happy smile"),
    (10834, "suitcase-go", "2020-12-10T18:41:05Z",
     "Ein Koffer mit vielen Aufklebern steht bereit und lächelt: Gute Reise!",
     "bye"),
    (10258, "popcorn-pop", "2020-11-05T12:04:51Z",
     "Movie night! A laughing bucket throws its popcorn into the air, piece "
     "after piece.",
     "friends omg"),
    (10108, "strawberry-sweet", "2020-10-27T08:18:38Z",
     "Eine rote Erdbeere lacht mit rosa Wangen. Süße Grüße!",
     "danke-schoen"),
    (9378, "rain-cloud", "2020-09-14T14:02:59Z",
     "A sad grey cloud rains on a small pink flower, and the flower "
     "couldn't be happier about it.",
     "smile dont-worry"),
    (9356, "penguin-dance", "2020-09-13T14:55:15Z",
     "Πιγκουίνος με σκούφο και ριγέ κασκόλ χορεύει πάνω στον πάγο.",
     "holidays"),
    (7948, "ghost-boo", "2020-06-20T17:06:00Z",
     "Buh! Ein kleines Gespenst schwebt durch die Nacht, und unten grinst ein"
     " Kürbis.",
     "lol"),
    (7254, "snail-leaf", "2020-05-10T15:25:27Z",
     "Равлик із рожевою мушлею повзе по зеленому листку, а згори падають "
     "краплі дощу.",
     "friendly"),
    (7215, "morning-sun", "2020-05-08T08:14:38Z",
     "Rise and shine — the sun bobs up and down, two white clouds drift "
     "past it, and every tree sways a little.",
     "yay weekend dont-worry trees"),
    (6310, "avocado-laugh", "2020-03-15T15:20:07Z",
     "LOL — an avocado laughs so hard that its stone seems to wobble and "
     "the tears fly off both cheeks.",
     "omg"),
    (5888, "birthday-cake", "2020-02-18T16:27:52Z",
     "Happy birthday! A two-tier cake with three flickering candles smiles "
     "under bunting and falling confetti.",
     "friends"),
    (5685, "beach-day", "2020-02-06T07:18:16Z",
     "Un quitasol a rayas rojas y blancas en la playa, y una vela que vuelve "
     "a casa.",
     "journey"),
    (5037, "koala-hug", "2019-12-29T08:46:30Z",
     "Free hugs? A koala holds on to a tree and has no plans to let go.",
     "funny lol"),
    (4757, "cat-typing", "2019-12-13T12:35:05Z",
     "An orange cat in round glasses hammers away at a keyboard while the "
     "keys light up under its paws.",
     "24-7 excited"),
    (3845, "alarm-clock", "2019-10-19T17:14:27Z",
     "Günaydın! Kırmızı bir çalar saat çalıyor ve sallanıyor: ne olur, beş "
     "dakika daha.",
     "gunaydin tired funny"),
    (3673, "rocket-flight", "2019-10-09T10:15:09Z",
     "3, 2, 1… lift-off! Flames flicker behind a rocket, and its round "
     "window frames a very calm hamster 🚀",
     "three-two-one yay animal"),
    (3509, "dog-tail", "2019-09-29T16:38:47Z",
     "A brown puppy with one dark eye patch wags its tail, tongue out, a "
     "red ball beside it.",
     "love"),
    (2481, "sushi-pair", "2019-07-30T15:48:48Z",
     "サーモンのにぎりと海苔巻きが、木の台の上でにっこり並んでいる。",
     "white"),
    (2403, "robot-hello", "2019-07-25T17:43:32Z",
     "Long time no see! A small blue robot blinks and raises its arm again "
     "and again 👋",
     "friends bff see-you long-time-no-see"),
    (2321, "frog-hop", "2019-07-20T08:10:59Z",
     "A green frog crouches on a lily pad, jumps straight up with a huge "
     "grin and lands again.",
     "leaf"),
    (1916, "sleepy-moon", "2019-06-26T15:26:45Z",
     "A crescent moon in a blue nightcap sleeps above the clouds, and one Z "
     "after another drifts away.",
     "cozy"),
    (933, "whale-spout", "2019-04-28T17:49:34Z",
     "Don't worry, be buoyant: a rosy-cheeked whale, a white paper boat and "
     "plenty of sunshine 🐳",
     "dont-worry funny relax positive white yellow weekend good-day lol"),
    (576, "fireworks-town", "2019-04-07T08:50:57Z",
     "ألعاب نارية وردية وذهبية فوق أسطح المدينة، وأضواؤها تنعكس على صفحة "
     "الماء.",
     "light evening"),
    (65, "balloons-three", "2019-03-07T18:51:16Z",
     "Três balões sorridentes, azul, vermelho e amarelo, balançam no céu "
     "entre nuvens e confetes 🎈",
     "colorful"),
    (19, "morning-sun", "2019-03-05T13:27:12Z",
     "おはよう。丘の上で太陽がにっこり笑い、白い雲がゆっくり流れていく。",
     "ohayo"),
    (3, "cat-typing", "2019-03-04T16:45:41Z",
     "Working from home: a cat at a desk, a window with a passing cloud, "
     "four coloured books and no meeting that couldn't have been an email.",
     "tgif break lol feelings brown red blue green yellow coffee tired funny"),
]

# Collections, in the order of the list: slug, name, description, id of the
# preview item, display_in_library, featured.

COLLECTIONS = [
    ("say-hello", "Say hello",
     "Waves, nods and wagging tails to open a conversation.",
     31504, True, True),
    ("good-morning", "Good morning",
     "Sun, coffee and toast, in the order you prefer.",
     7215, True, True),
    ("happy-birthday", "Happy Birthday!",
     "Cake first, everything else after.",
     5888, True, True),
    ("lol", "LOL",
     "For the jokes that deserve more than a smile.",
     6310, True, True),
    ("much-love", "Much love",
     "Hearts, flowers and two words that always fit: thank you.",
     34411, True, False),
    ("tgif", "TGIF",
     "",
     33818, True, True),
    ("creatures-great-and-small", "Creatures great & small",
     "Whales, frogs, foxes, one hamster.",
     21619, True, False),
    ("weather-report", "Weather report",
     "What it looks like outside, or inside.",
     9378, True, False),
    ("bon-appetit", "Bon appétit",
     "Noodles, avocados and a toaster in a good mood.",
     12410, True, False),
    ("good-night", "Good night",
     "Moons, foxes and the letter Z.",
     16259, True, False),
    ("on-the-road", "On the road",
     "Ferries, rockets and a red canoe: the journey is the point.",
     29627, True, False),
    ("office-hours", "Office hours",
     "From the first coffee to the last email.",
     3, True, False),
    ("new-years-eve", "New Year's Eve",
     "Kept ready until the end of December.",
     37305, False, True),
    ("try-outs", "Try-outs",
     "",
     37460, False, False),
]

# The members of a collection are the items with one of these tags.  "try-outs"
# has none, so that the API shows its preview.

MEMBERS = {
    "say-hello": "hello",
    "good-morning": "good-morning breakfast",
    "happy-birthday": "birthday",
    "lol": "lol haha funny",
    "much-love": "love heart thank-you",
    "tgif": "tgif weekend",
    "creatures-great-and-small": "animal",
    "weather-report": "weather rain snow",
    "bon-appetit": "food",
    "good-night": "good-night zzz",
    "on-the-road": "travel journey",
    "office-hours": "work computer",
    "new-years-eve": "fireworks",
}
