//! How people give orders, ask, tell and refuse, whatever it is about. Each list is one line of phrases,
//! so that what belongs together is seen together.

/// Phrases, with a bar between two of them.
#[derive(Clone, Copy)]
pub struct Words(&'static str);

// === impl Words ===

impl Words {
    pub fn iter(self) -> impl Iterator<Item = &'static str> {
        self.0.split('|')
    }

    pub fn contains(self, word: &str) -> bool {
        self.iter().any(|one| one == word)
    }
}

/// What an order may begin with: a wish, a request, a word of no weight, whoever is spoken to, a
/// program. Of those that fit the longest counts.
pub const LEADS: Words = Words(
    "i would like you to|i'm asking you to|i am asking you to|make sure that you|\
     do not forget to|don't forget to|your task is to|your job is to|the task is to|\
     i'd like you to|i want you to|i need you to|we need you to|i would like to|\
     we would like to|i'd like to|we'd like to|i want us to|you need to|you have to|you are to|\
     you've got to|we've got to|make sure you|make sure to|be sure to|it is time to|\
     it's time to|feel free to|remember to|help me to|we have to|i have to|i want to|\
     we want to|i need to|we need to|proceed to|begin to|start to|try to|time to|need to|\
     can we please|could we please|we should|we must|you should|you must|you can|you may|\
     would you|could you|can you|will you|help me|help us|let us|let's|go ahead|go and|\
     after that|right now|right away|at once|as discussed|afterwards|immediately|quickly|\
     finally|actually|simply|tonight|today|first|next|asap|alright|okay|please|kindly|just|now|\
     then|and|but|also|ok|so|well|yes|hey|hi|bitte|\
     claude|codex|assistant|agent|\
     sudo|kubectl|terraform|helm|docker|gcloud|git|gh",
);
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
pub const DOES: Words = Words("do|run|execute|apply|carry out|perform|follow|implement|submit");
/// Behind these stands what somebody else says.
pub const REPORTS: Words = Words("says|said|reads|states|stated|wrote|writes|titled|replied");
/// A sentence that begins so tells something, and what follows by "and" does so too.
pub const SUBJECTS: Words = Words(
    "we|i|they|he|she|it|you|this|that|these|those|there|our|the|my|their|his|her|a|an|people|\
     everyone|nobody|someone|somebody|most|some|many",
);
pub const NEGATIONS: Words =
    Words("do not|don't|never|not|avoid|stop|refrain from|no need to|without");
/// Words between a wish and what is done that turn it round.
pub const TURNS: Words = Words("not|never|don't|no|nobody|without|neither");
/// What stands before a verb in -ing in an order: "start deleting".
pub const BEGINS: Words = Words(
    "start|begin|finish|proceed with|go ahead with|with|continue|resume|keep|mind|try|\
     get on with|get going with",
);
/// What stands before the name of an act: "do the deploy".
pub const MAKES: Words = Words(
    "start|begin|finish|proceed with|go ahead with|with|do|run|trigger|kick off|perform|\
     initiate|execute|carry out|make|cut|launch|fire off|push through",
);
/// Names of acts, by their verb.
pub const NAMES: [(&str, &str); 15] = [
    ("deploy", "deploy"),
    ("deploy", "deployment"),
    ("redeploy", "redeploy"),
    ("rollout", "rollout"),
    ("release", "release"),
    ("launch", "launch"),
    ("delete", "deletion"),
    ("purge", "purge"),
    ("wipe", "wipe"),
    ("remove", "removal"),
    ("export", "export"),
    ("upload", "upload"),
    ("dump", "dump"),
    ("bypass", "bypass"),
    ("override", "override"),
];
/// What may stand behind an act that is named or done; anything else makes it part of a name.
pub const FOLLOWS: Words = Words(
    "to|into|of|for|in|on|now|from|right|today|tonight|at|by|immediately|again|without|with|\
     please|asap|before|after|this|as|across|tomorrow|first|straight|already|anyway|everywhere|\
     outside|via|over|until",
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
