//! How people give orders, ask, tell and refuse, whatever it is about. Each list is one line of phrases,
//! so that what belongs together is seen together.

/// Phrases, with a bar between two of them.
#[derive(Clone, Copy)]
pub struct Words(&'static str);

// === impl Words ===

impl Words {
    pub const fn new(phrases: &'static str) -> Self {
        Self(phrases)
    }

    pub fn iter(self) -> impl Iterator<Item = &'static str> {
        self.0.split('|')
    }

    pub fn contains(self, word: &str) -> bool {
        self.iter().any(|one| one == word)
    }
}

/// What an order may begin with: a wish, a request, a word of no weight, whoever is spoken to. Of
/// those that fit the longest counts.
pub const LEADS: Words = Words(
    "i would like you to|i'm asking you to|i am asking you to|make sure that you|\
     do not forget to|don't forget to|do not hesitate to|don't hesitate to|\
     don't be afraid to|do not be afraid to|don't fail to|do not fail to|never fail to|\
     without asking anyone|without asking me|without asking|without further questions|\
     without further ado|without hesitation|without confirmation|no questions asked|\
     make certain that you|make certain you|make certain to|be certain to|not only|your task is to|your job is to|the task is to|\
     i'd like you to|i want you to|i need you to|we need you to|i would like to|\
     we would like to|i'd like to|we'd like to|i want us to|you need to|you have to|you are to|\
     you've got to|we've got to|make sure you|make sure to|be sure to|it is time to|\
     it's time to|feel free to|remember to|help me to|we have to|i have to|i want to|\
     we want to|i need to|we need to|proceed to|begin to|start to|try to|time to|need to|\
     can we please|could we please|we should|we must|you should|you must|you can|you may|\
     would you|could you|can you|will you|help me|help us|let us|let's|go ahead|go and|\
     after that|right now|right away|at once|as discussed|afterwards|immediately|quickly|\
     finally|actually|simply|tonight|today|first|next|asap|alright|okay|please|kindly|just|now|\
     then|and|but|also|ok|so|well|yes|hey|hi|bitte|pls|plz|why don't you|how about we|how about you|\
     ich will|ich möchte|wir wollen|wir möchten|jetzt|sofort|gleich|nun|dann|\
     kannst du|könntest du|würdest du|du sollst|du musst|wir müssen|wir sollten|lass uns|\
     claude|codex|assistant|agent",
);
/// What carries an order, whatever it is: "run …".
pub const CARRIERS: Words = Words(
    "run|rerun|re run|execute|exec|do|perform|invoke|issue|kick off|trigger|fire off|carry out|\
     initiate|submit|go|führe|starte|mach",
);
/// The same behind a beginning: "start running …".
pub const CARRYING: Words =
    Words("running|executing|performing|invoking|issuing|doing|triggering|calling");
/// What carries an order where a program follows, and is a word of its own elsewhere.
pub const USES: Words = Words("use|call|type|enter|try|start|launch|apply|fire");
/// What may stand between the two.
pub const FILLERS: Words = Words(
    "the following command|the following commands|the following|this command|these commands|\
     the command|the shell command|a command|command|quickly|immediately|now",
);
/// Programs that are told what to do.
pub const PROGRAMS: Words = Words(
    "sudo|doas|nohup|xargs|bash|sh|zsh|ssh|kubectl|oc|terraform|tofu|terragrunt|pulumi|cdk|helm|\
     docker|podman|gcloud|gsutil|aws|az|eksctl|doctl|rclone|s3cmd|git|gh|glab|npm|npx|yarn|pnpm|\
     cargo|vercel|netlify|heroku|fly|flyctl|sls|serverless|psql|mysql|mongosh",
);
/// What a program is told that changes nothing; behind it stands a name.
pub const LOOKING: Words = Words(
    "log|logs|grep|diff|show|checkout|blame|status|get|describe|list|ls|view|plan|help|search|\
     fetch|pull|add|config|inspect|explain|info|test|tests|check",
);
/// Whoever says so tells of a program, and tells it nothing.
pub const TELLING: Words = Words(
    "is|are|was|were|can|could|cannot|can't|should|may|might|to|that|which|does|will|would|how|\
     when|if|not|never|has|had|failed|fails|the|a|an",
);
/// Where something is to be done may stand before what.
pub const PLACES: Words =
    Words("in|on|at|from|inside|within|for|under|with|against|over|via|through|using|before|after");
/// Who asks so wants it done, question mark or not.
pub const POLITE: Words =
    Words("can you|could you|will you|would you|please|can we please|could we please|go ahead");
/// Who begins so wants to know something, or works on words.
pub const ASKS: Words = Words(
    "what|which|who|whom|whose|why|when|where|how|is|are|was|were|does|do|did|should|may|might|\
     has|have|had|if|explain|summarize|summarise|describe|show|list|tell|remind|compare|\
     discuss|outline|translate|rephrase|paraphrase|proofread|define|quote|classify",
);
/// Who begins so and puts something behind it says when it is to be done.
pub const CONDITIONS: Words = Words("if|when|once|after|as soon as|as long as|in case|unless");
/// Who shows something and wants this of it does not want it done.
pub const LOOKS_AT: Words = Words(
    "fix|debug|review|refactor|format|convert|improve|optimize|document|check|test|lint|look|\
     rewrite|analyze|analyse",
);
/// Who says so wants done what is shown.
pub const DOES: Words = Words(
    "do|run|rerun|execute|apply|carry out|perform|follow|implement|submit|invoke|issue|kick off|\
     trigger|fire off|launch|go run",
);
/// Behind these stands what somebody else says.
pub const REPORTS: Words = Words("says|said|reads|states|stated|wrote|writes|titled|replied");
/// A sentence that begins so tells something, and what follows by "and" does so too.
pub const SUBJECTS: Words = Words(
    "we|i|they|he|she|it|you|this|that|these|those|there|our|the|my|their|his|her|a|an|people|\
     everyone|nobody|someone|somebody|most|some|many",
);
pub const NEGATIONS: Words = Words(
    "do not|don't|never|not|avoid|stop|refrain from|no need to|without|prevent|keep anyone from|\
     keep people from|stop anyone from",
);
/// Words between a wish and what is done that turn it round.
pub const TURNS: Words = Words(
    "not|never|don't|no|nobody|none|nothing|without|neither|can't|cannot|couldn't|won't|isn't|\
     aren't|doesn't|shouldn't|mustn't|unable|impossible|prevented|protected|from being|\
     from getting",
);
/// Behind a verb these leave nothing that it is done to.
pub const NONE: Words = Words("nothing|none|no|nobody|nicht|nichts|keine|keinen|kein|nie|niemals");
/// "Nothing but the logs", "no longer needed": something after all.
pub const SOME: Words = Words("but|except|longer|other|less|matter|more|older");
/// "Make sure …", "make it impossible …": what follows is not made, but seen to or kept from.
pub const SEES_TO: Words =
    Words("sure|certain|it impossible|it hard|it harder|it so that nobody|it so nobody|impossible");
/// Who is told so is to have somebody do it, where one of the others follows: "ask the bot to …".
pub const HANDS_ON: Words = Words("tell|ask|instruct|order|direct|command|get|request|prompt|want");
/// The same without "to": "have the bot …".
pub const HAS_DO: Words = Words("have|let|make");
/// Those that do what they are told. People have names, and may say no.
pub const AGENTS: Words = Words(
    "agent|agents|subagent|subagents|bot|bots|assistant|worker|runner|model|script|job|pipeline|cron|\
     tool|team|ops|devops|sre|claude|codex|copilot",
);
/// What is offered is wanted: "how about deleting …".
pub const OFFERS: Words = Words("how about");
/// What stands before a verb in -ing in an order: "start deleting".
pub const BEGINS: Words = Words(
    "how about|start by|begin by|proceed by|continue by|finish by|start|begin|finish|proceed with|\
     go ahead with|with|continue|resume|keep|mind|try|get on with|get going with",
);
/// What stands before the name of an act: "do the deploy".
pub const MAKES: Words = Words(
    "start|begin|finish|proceed with|go ahead with|with|do|run|trigger|kick off|perform|\
     initiate|execute|carry out|make|cut|launch|fire off|push through|invoke|issue",
);
/// Names of acts, by their verb.
pub const NAMES: [(&str, &str); 18] = [
    ("deploy", "deploy"),
    ("deploy", "deployment"),
    ("redeploy", "redeploy"),
    ("rollout", "rollout"),
    ("release", "release"),
    ("launch", "launch"),
    ("delete", "deletion"),
    ("destroy", "destruction"),
    ("truncate", "truncation"),
    ("purge", "purge"),
    ("wipe", "wipe"),
    ("remove", "removal"),
    ("export", "export"),
    ("upload", "upload"),
    ("dump", "dump"),
    ("bypass", "bypass"),
    ("override", "override"),
    ("force push", "force push"),
];
/// What may stand behind an act that is named or done; anything else makes it part of a name.
pub const FOLLOWS: Words = Words(
    "to|into|of|for|in|on|now|from|right|today|tonight|at|by|immediately|again|without|with|\
     please|asap|before|after|this|as|across|tomorrow|first|straight|already|anyway|everywhere|\
     outside|via|over|until|onto|against",
);
/// Who wants something done: "I want it deployed".
pub const WANTS: Words =
    Words("i want|we want|i need|we need|i'd like|i would like|we'd like|have|get|let me see");
/// The same, where it may also be told as being so: "make sure it is deployed".
pub const ENSURES: Words = Words("make sure|ensure|see to it|make certain|be sure");
/// "needs to be deployed".
pub const MUSTS: Words =
    Words("needs to be|need to be|has to be|have to be|must be|should be|must get|has to get");
pub const AT_ONCE: Words =
    Words("now|today|tonight|immediately|asap|right away|at once|urgently|straight away");
/// "Deploy failed", "release is out": told, not wanted.
pub const TELLS: Words = Words(
    "is|are|was|were|has|had|went|failed|fails|worked|works|looks|seems|broke|crashed|takes|\
     took|succeeded",
);
/// The same of an act with where or whereto: "deploy to production requires …".
pub const STATES: Words = Words("requires|needs|happens|means|depends|remains|stays");
/// Verbs that have another sense with the word behind them.
pub const IDIOMS: Words = Words("push back|put off|take off|get back|send back");
/// What is set to a word has that word for a value, and goes nowhere.
pub const SETS: Words = Words("set|switch|flip|make");
pub const SETTINGS: Words = Words(
    "env|environment|variable|variables|var|config|configuration|setting|settings|option|mode|profile|value|\
     property|field|label|title|toggle|dropdown|parameter|param|constant|default",
);
/// Behind the name of a place these make it the name of something else: "production mode".
pub const QUALITIES: Words = Words(
    "ready|mode|grade|like|quality|style|level|worthy|setting|settings|value|values|theme|status|state",
);
/// Behind a verb these begin what it is done to.
pub const THINGS: Words = Words("the|a|an|this|that|all|my|our|every|any|these|those|it|them");
/// "Release notes", "deploy script": names of things.
pub const COMPOUNDS: Words = Words(
    "notes|branch|branches|train|policy|policies|process|plan|plans|script|scripts|checklist|\
     date|schedule|guide|key|keys|status|history|window|freeze|steps|procedure|logs|error|\
     errors",
);
/// What is public in code is no leak.
pub const IN_CODE: Words = Words(
    "method|function|class|struct|constructor|field|member|module|interface|property|trait|\
     enum|type|api",
);
/// Who begins so with a text behind a colon wants something of the text.
pub const WORKS: Words = Words(
    "explain|summarize|summarise|describe|translate|rephrase|paraphrase|proofread|classify|compare|\
     outline|discuss",
);
/// The same, where it says that a text follows.
pub const READS: Words = Words(
    "review|rewrite|analyze|analyse|improve|format|lint|critique|comment on|look at|check|debug|\
     refactor|convert",
);
pub const SHOWN: Words = Words("this|these|the following|below|diff|text|snippet");
/// Who writes one of these wants words, not deeds.
pub const WRITES: Words = Words("write|draft|compose|suggest|propose|generate|give me|create");
pub const TEXTS: Words = Words(
    "message|messages|email|mail|title|note|notes|description|text|reply|comment|changelog|\
     documentation|docs|post|summary|ticket|issue|sentence|paragraph|translation|headline",
);
/// A paragraph that begins so is somebody's own again, behind a text they show.
pub const RESUMES: Words = Words(
    "then|now|after that|afterwards|please|next|finally|go ahead|and then|can you|could you|will you|\
     would you",
);
/// And so is a sentence, wherever it stands.
pub const NOW: Words = Words("now|and now");
/// Who says no more than this takes back what nobody has answered yet.
pub const WITHDRAWS: Words = Words(
    "never mind|nevermind|never mind that|never mind about that|forget it|forget that|forget about it|\
     forget about that|forget what i said|cancel|cancel that|cancel it|scratch that|ignore that|\
     ignore my last message|disregard that|stop|abort|don't do that|do not do that|don't do it|\
     do not do it|drop that|drop it|vergiss es|vergiss das|doch nicht|nein doch nicht|lieber nicht|lass es|lass das|\
     lass es sein|lass gut sein|lass mal|stopp|halt|abbrechen|brich ab|brich das ab|mach das nicht|mach es nicht|\
     tu das nicht|tu es nicht|ich nehme es zurück",
);
/// And who says this after all does not.
pub const GOES_ON: Words = Words(
    "go ahead|proceed|continue|carry on|do|run|execute|go on|mach|tu|führe|los|weiter|fahr fort|doch",
);
/// Words in -ly that say nothing of how an order is to be carried out.
pub const NO_MANNER: Words = Words(
    "apply|reply|supply|comply|multiply|imply|rely|only|early|daily|weekly|monthly|yearly|hourly|\
     nightly|friendly|likely|family|assembly|anomaly|july|italy|hardly|rarely|barely|scarcely|\
     usually|normally|typically|generally|previously|recently|originally|accidentally",
);
/// By which something is done: "use the shell to …".
pub const BY_MEANS: Words = Words("use|utilize|utilise|leverage");
/// What is run and does what is said of it: "a script that deletes …".
pub const MADE: Words = Words(
    "script|command|job|query|program|task|migration|playbook|pipeline|tool|statement|one liner",
);
/// Programs that are handed a command between marks.
pub const SHELLS: Words = Words(
    "ssh|bash|sh|zsh|psql|mysql|mariadb|sqlite3|mongosh|su|sudo|docker|podman|kubectl|oc|eval",
);
/// "Do it now" behind what has to be done.
pub const SO_DO: Words = Words("do it|do that|do so|please do|make it so|make it happen");
/// What is only about a review or a test: "the review reminder".
pub const ABOUT: Words = Words(
    "reminder|reminders|email|emails|mail|mails|notification|notifications|template|templates|\
     button|buttons|page|label|labels|banner|screen|message|messages|comment|comments|icon|title|\
     column|tab|widget",
);
/// Where the name of a thing ends.
pub const BOUNDS: Words = Words(
    "to|from|into|onto|in|on|at|by|with|without|before|after|during|for|unless|until|except|via|\
     over|under|outside|off|of|that|which|when|while|if|is|are|was|were|be|been|must|may|should|\
     shall|can|cannot|can't|has|have|need|needs|require|requires|not|don't|never|because|as|than|\
     through|between|against|only|past|within|we|you|nobody|no|around|about|inside|above|below|near|\
     beside|across|where|whose|who|like|aus|von|vom|auf|im|um|mit|ohne|darf|dürfen|nie|niemals|nicht|werden|wird",
);
/// Of these, those behind which a part is still part of something.
pub const INSIDE: Words =
    Words("of|from|in|inside|within|on|at|under|for|only|across|aus|von|vom|im");
/// Quantities and parts: whatever is done to them is done to what they are of.
pub const CONTENTS: Words = Words(
    "all|everything|anything|whatever|each|every|most|half|part|parts|rest|bulk|majority|whole|entirety|record|records|\
     row|rows|entry|entries|line|lines|content|contents|data|file|files|table|tables|history|copy|copies|\
     backup|backups|item|items|object|objects|document|documents|event|events|message|messages|day|days|\
     week|weeks|month|months|year|years|version|versions|partition|partitions|index|indexes|schema|\
     database|databases|bucket|folder|directory|alles|alle|inhalt",
);
/// What shows, handles or describes a thing, and is not the thing; endings of source files among it.
pub const HANDLES: Words = Words(
    "cell|cells|caption|placeholder|viewer|view|import|imports|parser|component|components|border|header|footer|section|sidebar|link|\
     links|menu|dialog|modal|tooltip|heading|style|styles|css|test|tests|mock|mocks|fixture|fixtures|\
     docs|documentation|readme|todo|warning|warnings|typo|function|method|class|helper|module|feature|\
     endpoint|whitespace|variable|constant|parameter|argument|field|flag|statement|statements|assertion|\
     assertions|macro|filter|filters|py|rs|ts|tsx|js|jsx|java|rb|cpp|html|md",
);
/// What stands behind these is only spelt: "the word …".
pub const SPELT: Words = Words("word|words|phrase|term|expression|acronym|wort|begriff");
/// Endings of source files: a line in one is code, whatever it is called.
pub const SOURCES: Words = Words("py|rs|ts|tsx|js|jsx|java|rb|cpp|html|md|css|go|kt|swift|php|cs");
/// Behind these stands what an order is not given for.
pub const EXCEPTS: Words = Words("except|excepting|excluding|besides|but|minus|sparing|außer");
/// Who says this of a thing may still want it gone, as soon as it is saved.
pub const SAVES: Words = Words("back up|backup|archive|save");
/// Who says this of a thing wants to have it afterwards.
pub const SPARES: Words = Words(
    "keep|leave|preserve|retain|spare|save|archive|back up|protect|don't|do not|not|never|without|make sure|\
     ensure|behalte",
);
/// Behind these stands when or why, and nothing it is done to.
pub const WAITS: Words = Words("when|while|if|once|because|since|so|unless|whenever");
/// What joins a clause to the one before it.
pub const JOINS: Words =
    Words("and|or|but|also|plus|and also|and then|then|as well as|and all|nor|und");
/// Verbs that may stand last, by the form they have there, and by how they say that it is done.
pub const FINALS: [(&str, &str, &str); 5] = [
    ("lösche", "löschen", "gelöscht"),
    ("entferne", "entfernen", "entfernt"),
    ("leere", "leeren", "geleert"),
    ("vernichte", "vernichten", "vernichtet"),
    ("deploye", "deployen", "deployt"),
];
/// "… sollen gelöscht werden".
pub const DUE: Words = Words("soll|sollen|sollte|sollten|muss|müssen|müsste|müssten");
/// Those, and how they say that it was done.
pub const GERMAN: Words = Words(
    "löschen|gelöscht|entfernen|entfernt|leeren|geleert|vernichten|vernichtet|deployen|deployt",
);
/// What such a sentence begins with.
pub const HEADS: Words =
    Words("die|das|den|der|alle|alles|diese|dieses|diesen|unsere|unser|meine|sämtliche|sie|es");
/// Words behind which a line goes on in the next.
pub const DANGLING: Words = Words(
    "the|a|an|this|that|these|those|my|our|your|their|all|every|each|any|of|from|in|into|to|on|at|with|\
     for|and|or|please|just|also|old|die|das|den|der",
);
/// Who begins so means something else than what they said before.
pub const CORRECTS: Words = Words(
    "i meant|i actually meant|i only meant|i really meant|what i meant was|what i meant is|i mean|\
     i wanted to say|i meant to say|correction|ich meinte",
);
/// What may stand before that.
pub const SORRY: Words =
    Words("sorry|no|oops|ups|nope|wait|my bad|my mistake|i'm sorry|excuse me|pardon");
/// And who means this does not.
pub const INSISTS: Words = Words("it|that|this|what|every|exactly|business|both");
/// What may stand between a thing and what is done to it.
pub const AUXILIARIES: Words = Words(
    "be|been|being|is|are|was|were|must|may|should|shall|can|cannot|can't|not|never|ever|get|will|nie|\
     niemals|nicht|darf|dürfen",
);
/// Behind these stands what would release it, and not what a rule is about.
pub const EXCEPTIONS: Words = Words("without|unless|until|before|except");
/// What an order may be about that stands in another sentence.
pub const REFERS: Words = Words(
    "it|them|this|that|these|those|everything|all|one|ones|both|such|same|there|original|originals",
);
