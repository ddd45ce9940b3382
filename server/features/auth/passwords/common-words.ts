/**
 * Words that the most common passwords are made of: words for "password", keyboard walks, names, teams, faiths, places
 * and shows in the languages of our learners. `password.policy.ts` combines them with the usual decorations (digits,
 * look-alike characters, two words in a row), so a few hundred words cover many thousands of passwords.
 */
const WORDS = `
abc abcd abcde abcdef abcdefg abcdefgh abcdefghi abcdefghij abcdefghijk abcdefghijkl abcdefghijklm
abcdefghijklmnop abcdefghijklmnopqrstuvwxyz abdullah abdulrahman abigail academy access acdc adams admin
administrator adobe ahmed aisha aishwarya ajax alejandro alexander alexandra algeria alhamdulillah ali
allah allen always amanda amazing amazon amber amelia america american amitabh anderson andrea andrew
android angel anjali anna anthony antonio anyone anything apple april arabic arsenal asdf asdfgh
asdfghjkl asdfjkl ashley assalam asshole atlanta audi august austin autumn avengers awesome azerty
azertyuiop baby babyboy babygirl backup bacon baghdad bahrain baker banana bangalore barbie barcelona
baseball basketball bastard batman batterystaple bayern beach bear bears beatles beautiful believe
believer benjamin berlin bestfriend bestfriends beyonce bharat bieber bigboss billionaire biology
birthday bismillah bitch bitcoin black blackjack blackpink blessed blessing blink blue blueberry bmw
bollywood boss boston bowie boyfriend brandon brazil brian brother brown bts buckeyes bugatti bulldog
bulls bunny burger butter butterfly cairo california callofduty camaro campbell canada candy captain
caramel carlos carpediem carter cash casino celtic celtics champion change changeme charlie charlotte
cheese cheetah chelsea chemistry chennai cherry chevrolet chevy chewbacca chicago chicken china chocolate
christ christian christmas christopher chrome cinderella cinnamon cisco clark class classroom cobra coder
coding coffee college computer contrasena cookie cookies cool correcthorse correcthorsebatterystaple
corvette cosmos counterstrike course courses cousin cowboys cricket crypto crystal cutie daddy dallas
daniel darling darthvader database david davis deadpool debian december deepika default delhi demo denver
desert developer dhoni diablo diamond dick diego docker dodge dodgers doggy doha dollar dolphin dolphins
donald donotenter dontknow doorway dortmund dragon dream dreamer dreams dubai ducati duke durga dvorak
dylan eagle eagles earth easter edcrfv education egypt eid elephant elizabeth elvis email emerald emily
eminem emirates emma energy engineer england english enter entry eric ethan everton everyone everything
exam example excel excellent explorer extreme facebook faith falcon fall family fantastic father fatima
february fernando ferrari firefox flores florida flower football ford forest forever forget forgot
forgotten fortnite francisco freedom french friday friend friends friendship frodo fuck fucker fuckoff
fuckyou gabriel galaxy gandalf ganesh ganesha ganpati garcia garfield gatekeeper gateway gators george
german ghjkl giants ginger giraffe girlfriend github gitlab givemeaccess gmail gobears goblue god
godisgood goku golden golf gonzalez good goodbye goodday goodluck goodmorning goodnight google gorgeous
grandma grandpa green greenday guessme guesswho guest gupta habibi habibti hakunamatata hall halloween
halo handsome hannah hanuman happiness happy hardware harley harris harry harrypotter haslo hassan hawk
heather heaven hello helloworld hernandez hey hidden hill hindi hindustan history hjkl hobbit hockey
hogwarts hokies holiday homework honda honey hope horse hotmail houston html hunter hurricane husband
hussein hyderabad iamgod iamking iamqueen iamtheking ibrahim idontcare idontknow ihateyou ihavenopassword
ilove iloveme iloveu iloveyou india indian inshallah instagram inter internet iphone iraq ironmaiden
ironman isabella islam island jackpot jackson jacob jaguar jaihind jaimatadi jaishreeram jaishriram james
january japan jason java javascript javier jeddah jedi jeep jenkins jennifer jessica jesus jesuschrist
jets john johnson jonathan jones jordan jordanian jose joseph joshua juan july june jupiter justdoit
justice justin justinbieber juventus katasandi katrina kawasaki kevin key keyboard keymaster keys khalid
killer king kingdom kitten kitty knight koala kohli kolkata korea krishna kumar kuran kuwait lady lakers
lakshmi lamborghini laptop laura lauren learn learner learning lebanon lee legend leopard lesson letme
letmein letmeinnow letmeinplease lewis liam liberty lifeisbeautiful lifeisgood lightning linkinpark linux
lion livelaughlove liverpool liveyourlife lkjhg lkjhgfdsa locked logan login logmein london longhorns
longlivetheking lopez lord loremipsum losangeles love lovely loveme lover lovers loveyou lucas luck lucky
luis lukeskywalker madinah madonna madrid magic magical mahadev mahesh mahmoud mail makkah mama manager
manchester manchestercity manchesterunited mango manuel manutd march marhaba maria mario mark mars martin
martinez marvel maryam mashallah mason master mathematics matrix matthew maximum may maytheforcebewithyou
mazda mecca medina megan melissa memory mercedes mercury merlin metallica mexico mia miami michael
michaeljackson michelle mickey microsoft miguel milan miller million millionaire minecraft minnie
mitchell mnbvc mnbvcxz mohamed mohammed moment mommy monday money mongo monkey moonlight moore morning
morocco moscow motdepasse mother mountain moviestar muffin muhammad mumbai muslim mustafa mustang mybaby
myfamily mylife mylove myname mypass mypassword mysecret mysql mystery namaste naruto neha nelson nemo
netflix network never nevergiveup nevermind newdelhi newpassword newyear newyork nguyen nicholas nicole
ninja nirvana nissan nitro noaccess noah nobody nokia nopass nopassword nothing november ocean october
office okay oldpassword oliver olivia oman omar omnamahshivaya omsairam onceuponatime onedirection open
opendoor opensesame openup opera operator oracle orange outlook pablo packers palestine pancake panda
panther papa paris parola parrot pass passcode passphrase passwd password passwordis passwort patel
patrick patriots paul paypal peace peacock pedro penguin pepper perez perfect peter phoenix photoshop
physics pikachu pineapple pinkfloyd pizza planet platinum please pluto poiuy poiuytrewq pokemon poker
pony pooh pooja popstar porn porsche portal postgres potter power powerful powerpoint prince princess
private priya programmer programming pubg public pune puppy purple pussy pwd pword pwrd python qatar
qazwsx qazwsxedc queen quickbrownfox quran qweasd qweasdzxc qwer qwert qwerty qwertyuiop qwertz
qwertzuiop rabbit rachel radhakrishna rahul raiders rainbow raju ramadan ramesh ramirez ranger rangers
ravi realmadrid reddy redis redskins redsox remember rememberme ricardo rich richard rihanna river rivera
riyadh robert roberto roberts robinson roblox rocket rockstar rodriguez rohit root rosebud router ruby
rugby rupee russia ryan sachin safari saibaba sairam salam salasana salman samantha sample samsung samuel
samurai sanchez sandi sapphire sarah saraswati sasuke saturday saturn saudi saudiarabia school science
scorpion scott seattle sebastian secret secretpassword secretword secure security seminoles senha
september server service sesame sevens sex sexy shadow shahrukh shakira shark sharma shit shiva sifre
signin signup silver singh sister sisters skywalker slipknot smile snake snapchat snoopy soccer software
somebody something sonic sophia space spanish spider spiderman spring star starlight stars startrek
starwars steelers stephanie steven storm strawberry strength strong student study studying subaru
subhanallah success sugar summer sunday sunrise sunset sunshine superadmin superman superstar superuser
support supreme suresh suzuki swag sweet sweetheart swimming syria sysadmin system tarheels taylor
taylorswift teacher temp temporary tendulkar tennis tesla test tester testing texas thanks theboss
theking theone thequeen thequickbrownfox thispassword thomas thompson thunder thursday tiger tigger
tiktok tobeornottobe tokyo tomcat toor topsecret tornado toronto torres tottenham toyota trading trustme
trustno trustnoone tuesday tunisia turbo turtle tweety twitter tyler ubuntu ultimate unitedstates
universe university unlock unlocked usa user username vacation vanilla venus verma victoria viper virat
volcano volleyball wachtwoord walker warcraft warrior webmail webmaster wednesday weekend welcome whale
whatever whatsapp white whoami whocares whoknows wife william williams wilson windows winner winnie
winter wizard wolf wolverine wolverines wolves wonderful word wright wsxedc yahoo yamaha yankees yellow
yes yoda yolo young youssef youtube yuiop yusuf zainab zelda zxcv zxcvbn zxcvbnm zyxwvu
`

export const commonWords: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/))
