//! The lists. Sorted by nothing but their languages; a word may stand in several.

/// Besides the short list every room shares: words of talk that name no topic.
pub const ENGLISH: &str = "
able above absolutely across actually afternoon again against ago agree agreed ah allow allows
almost alone along already alright although always among amount another anybody anymore anyone
anything anyway anywhere apparently appear appears appreciated april area around aside ask asked
asking august away awhile back bad badly barely based bash basically became become becomes began
begin behind being believe below beside besides best better between beyond big bit both bring
bringing brings bro brought buddy bunch bye came cannot cant catch caught certain certainly chat
checking cheers choose chose clearly com come comes coming completely congrats congratulations cool
correct couldnt couple course currently damn day days december decided definitely didnt different
doesnt doing done dont doubt down drop dude due during each early easily easy eat either else end
enjoy enjoyed enjoying enough entire especially etc even evening ever every everybody everyone
everything exactly example excellent except excited exciting expect extra fact fairly fall
fantastic far fast february feel feeling feelings feels fell felt few figure fill final finally
find fine first fit five folks follow following forget forgot forward found four free friday full
fully fun further gain gave gb general generally get gets getting ghz gib give given gives giving
glad go goes going gone gonna good goodbye gosh got gotta gotten grab great grow guess guy guys
hadnt haha handled hang happened happening happens happy hard hardly hasnt hate havent hear heard
hearing hell hello help helped helpful helping helps here heres hers herself hey heya hi himself
hiya hmm hold hopefully hoping hour hours however hows http https huge hz id im imagine immediately
important impress impressed impressive includes including indeed inside instead interested
interesting isnt itd itll itself ive january july june just kb keep keeping keeps kept khz kib
kiddo kind kinda knew know knowing known knows large last lately later lead least leave led left
less let lets letting lifes like liked likely likes listen little live lol long longer looked
looking lose lost lot lots loved lovely loving low lucky made main mainly make makes making man
manage managed many march matter may maybe mb mean means meant mention merely mhz mib might mind
mine minute minutes miss monday month months more moreover morning most mostly ms much must myself
nah namely near nearly need needed needs neither never nevertheless new next nice night no nobody
none nope nor normal noted nothing notice noticed november now nowadays obviously october offer
often oh ok okay old omg once one ones only onto opposed other others otherwise ought ourselves
outside over overall own pal part particular particularly past pay per perfect perfectly perhaps
phew pick please plus pm possible possibly prefer presumably pretty previous previously probably
proud provides pull push put px quick quickly quite rarely rather reach ready real realize realized
really recent recently reckon regarding regardless related relax remember respectively right sadly
said same saturday saw saying second see seeing seek seem seemed seemingly seems seen sent
september seriously several shall shes shit short shouldnt show showed showing shown shows similar
simple simply since single sir sit six sleep slightly small somebody somehow someone something
sometime sometimes somewhat somewhere soon sorry sort sound sounds speak specific specifically
spend spent spoke stand starts stay stick still stood strong stuck stuff stupid sub suddenly
sufficiently suggest suggested sunday super suppose supposed sure surely take taken takes taking
talking tb teach telling ten tend thank thankful thanks thats theirs themselves thereby therefore
therein thereof theres theyd theyll theyre theyve thing things think thinking third thorough
thoroughly thought thoughts three through throughout thursday thus tib till time times today
together told tomorrow tonight took totally touch tough toward towards tried tries true truly try
trying tuesday turn turned twice two ugh unable under underneath understand understood
unfortunately unless unlike until unto upcoming upon use used useful uses using usual usually
various versus very via wan wanna want wanted wanting wants wasnt way ways wear wednesday week
weekend weeks welcome well went werent whatd whatever whats whence whenever whens whereas whereby
wherein wheres wherever whether whither whoever whole whos whose wide wish within without woah won
wonder wondering wont worry worse worst worth wouldnt wow wrong wrote www yay yea yeah year years
yep yes yesterday yet yikes youd youll young youre yours yourself youve yup
";

/// Words that name a topic only beside others: `support group`, not `group`.
pub const WEAK: &str = "
add added amazing answer apply appreciate awesome beautiful build call called calls care case
challenge challenges chance change changes check checked close code courage create created current
deal detail details dream dreams effort error errors experience experiences eyes face fail failing
fails favorite file files fix fixed fixes focus friend friends function goal goals grateful handle
happen hit hits home hope house idea ideas include incredible information inspire inspired
inspiring issue issues job join joined journey learn learned learning life line lines look looks
love luck meet memories memory met moment moments motivate motivated motivates move name number
open order original pain pass passes passion passionate people person photo pic picture piece place
plan planned planning plans play point power powerful problem problems progress project provide
question read reading reads reason require requires rest result results return returns role run
running runs save say says send set share shared sharing side special start started starting step
steps stop stories story strength support talk talked tell tells test testing tests type update
updated user value values version visit wait walk watch win wonderful word words work worked
working works world write written
";

pub const OTHERS: [(&str, &str); 9] = [
    (
        "de",
        "
ab aber alle allem allen aller alles als also am an ander andere anderen andern anders auch auf aus
bei beim bereits besser bin bis bist bitte da dabei dadurch dafür dagegen daher dahin damit danach
dank danke dann daran darauf darf darin darum darüber das dass dasselbe davon davor dazu dein deine
deinem deinen deiner dem den denen denn dennoch der deren des deshalb dessen dich die dies diese
diesem diesen dieser dieses dir doch dort du durch dürfen eben eher eigentlich ein eine einem einen
einer eines einfach einige einmal er erst erste ersten es etwa etwas euch euer eure fast fertig für
gab ganz gar geben gegen gehen geht gemacht genau genug gerade gern gerne gestern geworden gibt ging
gleich gut gute guten habe haben hallo halt hast hat hatte hatten heißen heißt heute hier hin hinter hoch hätte
hätten ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im immer in indem ins irgend ist ja jede jedem
jeden jeder jedes jedoch jemand jetzt kam kann kannst kein keine keinem keinen keiner klar könne
können könnte könnten könntest lange lass lassen leider letzte letzten liegt machen macht mal man
manchmal mehr mein meine meinem meinen meiner meist mich mir mit morgen muss musste möchte mögen
müssen nach nachdem neben nein neu neue neuen nicht nichts nie niemand noch nun nur nächste nächsten
ob oben oder oft ohne schon sehr sei seid sein seine seinem seinen seiner seit seitdem selber selbst
sich sie siehe sind so sobald sogar soll sollen sollst sollte sollten sondern sonst statt super tun
um und uns unser unsere unserem unseren unserer unten unter viel viele vielen vielleicht vom von vor
vorher wann war waren warum was weg wegen weil weiter weitere welche welchem welchen welcher welches
wenig wenn wer werde werden wie wieder will wir wird wirklich wirst wo wohl wollen wollte womit
worden wurde wurden während würde würden zu zudem zuerst zum zur zurück zwar zwei zwischen über
übrigens
",
    ),
    (
        "fr",
        "
afin ah ai aie aient ainsi alors après as assez au aucun aucune aura aussi autre autres aux avaient
avais avait avant avec avez avoir avons beaucoup bien bon bonjour bonne car ce ceci cela celle
celles celui ces cet cette ceux chaque chez comme comment contre dans de depuis des dire dois doit
donc dont du déjà elle elles en encore entre es est et eu eux faire fait faut fois font grand ici il
ils je jour jusque juste la le les leur leurs lors lui là ma mais me mes mettre mieux moi moins mon
même ne ni non nos notre nous on ont or ou oui où par parce pas peu peut peux plus plusieurs pour
pourquoi pourrais pouvez presque près puis quand que quel quelle quelles quelque quelques quels qui
quoi rien sa salut sans se sera ses si son sont sous souvent suis sur ta tandis te tel telle tes toi
ton toujours tous tout toute toutes trop très tu un une va vais vers veux voici voilà vont vos votre
voudrais vous vraiment étaient étais était étant été être
",
    ),
    (
        "es",
        "
a acá ahora ahí al algo alguien alguna algunas alguno algunos allí ante antes aquel aquella aquí así
aunque aún bien buenas bueno buenos cada casi como con cosa cosas creo cual cuando cuanto cuál
cuándo cómo de del desde después dice dijo donde dos dónde el ella ellas ellos en entonces entre era
eran eres es esa esas ese eso esos estaba estar estas este esto estos estoy está están fue fueron
gracias ha había hace hacer hacia han hasta hay he hola hoy igual ir jamás la las le les lo los
luego me mejor menos mi mis mismo mucha muchas mucho muchos muy más nada nadie ni ningún no nos
nosotros nuestra nuestro nunca o os otra otras otro otros para pero poco por porque puede pueden
puedes puedo pues que quien quiere quiero quién qué se sea según ser si sido siempre sin sobre sois
solo somos son soy su sus sí sólo también tan tanto te tenemos tener tengo tiene tienen toda todas
todavía todo todos tu tus tú un una unas uno unos usted va vamos veces ver vez voy y ya yo él
",
    ),
    (
        "it",
        "
abbiamo ad adesso agli ai al alla alle allo allora altra altri altro anche ancora appena avere aveva
bene che chi ci ciao ciò coi col come con cosa così cui da dai dal dalla dalle dallo degli dei del
della delle dello dentro di dice dopo dove due e ecco ed era erano essere fa fare fatto fino fra già
gli grazie ha hai hanno ho i il in invece io la le lei li lo loro lui ma mai me meno mi mia mie miei
mio molta molti molto ne nei nel nella nelle nessuno niente noi non nostra nostro nulla o oggi ogni
ora per perché però più poco poi posso prima puoi può qua quale quando quanto quasi quella quelle
quelli quello questa queste questi questo qui quindi sarà se sei sempre senza si sia siamo sono
sopra sotto sta stata stato su sua sue sugli sui sul sulla suo suoi te ti tra troppo tu tua tuo
tutta tutte tutti tutto un una uno va vai voglio voi vorrei vuoi è
",
    ),
    (
        "pt",
        "
a agora ainda algo algum alguma alguns ali além ante antes ao aos apenas aquela aquele aqui aquilo
as assim até bem boa bom cada coisa com como contra da das de dela dele demais depois desde dessa
desse desta deste deve dia disse do dois dos e ela elas ele eles em enquanto entre então era essa
essas esse esses esta estar estas estava este estes estou está estão eu faz fazer foi foram grande
hoje há isso isto já la lhe lá mais mas me mesmo meu meus minha minhas muita muito muitos na nada
nas nem no nos nossa nosso num numa nunca não nós o obrigado oi olá onde ou outra outras outro
outros para pela pelas pelo pelos pode podem poder pois por porque pouco pra preciso qual quando
quanto que quem quero se sem sempre ser será seu seus si sido sobre somos sou sua suas são só também
tanto te tem tenho ter teu teve tinha toda todas todo todos tu tudo tão têm um uma umas uns vai
vamos vez vezes você vocês vou é
",
    ),
    (
        "nl",
        "
aan al alle alleen alles als altijd andere ben bij bijna dan dat de deze die dit doch doen door dus
een eens en er erg even gaan gaat gedaan geen goed haar had hallo heb hebben heeft hem hen het hier
hij hoe hun iemand iets ik in is ja je jij jou jouw jullie kan kon kunnen kunt maar me meer men met
mij mijn misschien moet moeten mogen na naar niet niets nieuwe nog nu of om omdat onder ons onze ook
op over reeds te tegen toch toen tot tussen u uit uw van vandaag veel voor waar waarom wat weer wel
welke werd wie wij wil willen worden wordt zal ze zeer zelf zich zij zijn zo zoals zonder zou zouden
",
    ),
    (
        "ru",
        "
а без более бы был была были было быть в вам вас ведь весь во вот все всегда всего всех всю всё вы
где да даже два для до другой его ее ей ему если есть еще ещё её ж же за зачем здесь и из или им
иногда их к как какая какой когда конечно кто куда ли лучше между меня мне много может можно мой моя
мы на над надо наконец нас не него нее ней нельзя нет ни нибудь никогда ним них ничего но ну о об
один он она они опять от очень перед по под пожалуйста после потом потому почему почти при привет
про раз разве с сам свою себе себя сегодня сейчас со совсем спасибо так такой там тебя тем теперь то
тогда того тоже только том тот три тут ты у уже хорошо хоть чего чем через что чтобы чуть гб мб помоги помогите делаем эти это
этого этой этом этот эту я
",
    ),
    (
        "ko",
        "
감사합니다 것 것이 그 그냥 그래서 그러면 그런데 그리고 나는 너무 네 다시 두 두번 때 때문에 때문입니다 또 또는 많이 먼저 모두
번 수 아니요 안녕하세요 어떻게 없습니다 왜 우리 이 이것 이제 있는 있습니다 있어요 입니다 저 저는 제 제가 정말 조금 좀 주세요
지금 하는 하고 하지만 한 합니다 해 해서 했습니다 했어요 고맙습니다
",
    ),
    (
        "ar",
        "
أن أنا أنت أو أي إذا إلى إن اذا الآن التي الذي الى ان انا او اي بعد بل بين تكون تم ثم حتى حيث خلال ذلك شكرا على عن عند عندما غير فقط في قبل قد كان كانت كل كما كيف لا لقد لكن لم لن له لها ليس ما ماذا متى مثل مع من منذ نحن نعم هذا هذه هل هم هنا هناك هو هي و وقد ولا وهو وهي يا يجب يكون يمكن يمكنك مرحبا
",
    ),
];
