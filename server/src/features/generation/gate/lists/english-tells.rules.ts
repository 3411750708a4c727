import type { Tell } from '../gate.types.ts';

const IS = "is|are|was|it's|that's|they're";
const NOT = "isn't|aren't|wasn't|ain't";
const IT = "it's|its|they're|that's|it";

/** Phrases that make English read as machine-written, each with what is wrong with it. */
export const englishTells: readonly Tell[] = [
  {
    why: 'A contrast with something nobody claimed. Say only the second half.',
    weight: 1,
    phrases: `
      ${IT} not|never about ** ${IT} about
      ${IT} not|never just|only|merely|simply * ,|.|;|—|: ${IT}
      ${IT} not|never * ,|.|;|—|: ${IT} a|an|the|your|how|what|who|when|where|about|called
      ${NOT} about ** ${IT} about
      ${NOT} just|only|merely|simply|really about
      ${NOT} just|only|merely|simply * ,|.|;|—|: ${IT}
      ${NOT} a|an|the * ,|.|;|—|: ${IT} a|an|the|your|about
      ${NOT} * .|;|— ${IT} about
      ${IS} not just|only|merely|simply * ,|.|;|—|: ${IT}
      ${IS} not a|an|the * ,|.|;|—|: ${IT} a|an|the|your
      ${IS} not about ** ${IT}|but about?
      don't just * .|,|;|—
      doesn't|don't|didn't just|only|merely|simply * .|,|;|— ${IT}|they|you|we|it
      not just|only|merely|simply * , but also?
      not because * , but because
      not because * . because
      not a|an|the _ , but|just a|an|the
      less about * ,|and? more about
      more than|just a|an|the? * ,|. it's
      is|are more than just
      it goes beyond
      stop * . start|begin
      stop * , start|begin
      forget * . focus|start|think|instead
      forget about? * , focus
      you don't need * . you|just need
      you don't need * , you|just need
      the goal|point|aim|key|question|problem|issue isn't
      the goal|point|aim|key|question|problem|issue is not
      isn't|aren't|not talent|luck|motivation|perfection|perfect * . it's|they're
      progress , not|over perfection
      progress over perfection
      quality over quantity
      done is better than perfect`,
  },
  {
    why: 'Throat-clearing. Start with the point.',
    weight: 1,
    phrases: `
      < in today's|todays * world|age|landscape|era|economy|society|market|climate|environment
      < in a|this world|age|era where|of|full|that
      < in the|an? ever changing|evolving|growing
      < in the world|realm|landscape|age|era|heart|midst of
      < when it comes to
      < let's be honest|real|clear|face
      < let's talk|chat|discuss|dive|explore|break|unpack|get|delve|take|look
      < let me tell|share|explain|be|break|ask|say|start
      < let that|this sink in
      < here's the thing|deal|truth|secret|kicker|reality|catch|what|why|how|a|my|your|one|something|to|where
      < here is the thing|deal|truth|secret|kicker|reality|what|why|how|a|my|your|one
      < here are some|the|my|a|your|five|three|ten|seven
      < unpopular|hot|honest|controversial opinion|take
      < hot take
      < hard|harsh|uncomfortable|simple|brutal|honest|quick|daily|little truth|reality|tip|thought
      < daily|quick|your reminder
      < a? thread :
      < a? thread $
      < did you know
      < have you ever wondered|noticed|thought|considered|felt|dreamed|asked
      < ever wonder|wondered|feel|felt|notice|noticed|thought
      < imagine|picture a|this|if|being|having|waking|yourself|your|what
      < what if i told you
      < as we|you|a|an navigate|move|all|someone|enthusiast|lover|creator|expert|professional|leader
      < the truth|reality|secret|beauty|magic|key|takeaway of|about|is|to|in
      < the secret|key|magic|beauty|power|art|path|road|foundation|cornerstone of|to|behind|in|is
      < it's no secret
      < it goes without saying
      < it's important|worth|essential|crucial|vital to|noting|remembering
      < with the rise|advent of
      < as the saying goes
      < remember :
      < whether you're|you|your
      < the future of * is
      < gone are the days
      < it all starts|begins|comes with|down
      < feeling stuck|overwhelmed|lost|unmotivated|tired|uninspired
      < breaking :`,
  },
  {
    why: 'An ending that says nothing. Stop after the last concrete point.',
    weight: 1,
    phrases: `
      your future self
      start|begin|think|dream small . _ _
      start|begin small , _ big
      dream big . _ _
      stay consistent|curious|focused|humble|hungry|motivated|inspired|tuned|positive|strong|safe|true|committed|disciplined|patient >
      keep going|growing|learning|pushing|shining|showing|moving|building|exploring|creating|believing|grinding >
      keep showing up
      show up every day|for|as|and|consistently|anyway
      trust the process|journey|timing
      enjoy|embrace|love|honor|celebrate the|your journey|process|ride|chaos|adventure|moment|change|challenge|small
      embrace * journey|process|chaos|change|challenge|unknown|failure|growth|discomfort
      celebrate small|every|the|your wins|win|little|small
      believe in yourself|your|the
      that's the tweet|secret|magic|beauty|power|difference|key
      that's where the? * happens|happen|begins|lives|is
      the rest is|will history|follow|noise
      the choice is yours
      the possibilities are endless
      the sky is the limit
      the only limit is
      the time is now
      there is no better time
      it's that simple
      it really is that
      mic drop
      let that sink in
      read that again
      make it happen
      make today|it|this|every count|matter|day|great|happen
      take the first step
      take action today|now|and|? >
      one small|tiny step|habit|change|choice|win|act at|can|today|a|every
      every step|day|moment|choice|action|mistake|failure|setback counts|matters|is|brings|teaches
      small|tiny|little steps|habits|changes|actions|wins|choices|things|details|improvements ** big|bigger|huge|massive|lasting|add|lead|matter|results|compound
      success|growth|greatness follows|takes|is|starts|begins|comes|happens|lies|lives|requires|loves
      what are you waiting for
      what's stopping you
      what's holding you
      game changer|changing|changers
      gamechanger|gamechanging`,
  },
  {
    why: 'A rhetorical question. Just give the answer.',
    weight: 1,
    phrases: `
      < the|my|our|your? result|results|outcome|best|answer|secret|key|solution|problem|reason|catch|kicker|lesson|takeaway|truth|goal|fix|trick|good|bad|bottom part|thing|news|line? ?
      < the|my|our|and result|results|outcome|answer|secret|solution|reason|catch|kicker|lesson|takeaway|fix|trick ? _
      < and|but the|my best|worst|real|biggest part|thing|lesson|secret|question ?
      < sound familiar ?
      < sounds familiar
      < spoiler alert|:
      < why ? because|it|simple
      < want to know the|a|my|why|what|how secret|truth|_`,
  },
  {
    why: 'A row of slogans instead of a sentence.',
    weight: 1,
    phrases: `
      < no _ , no _ ,|. just|only|no
      no _ _? . no _ _? . just|only
      no _ , no _ , just|only|no
      < just _ _? . just
      work smarter|hard not|,|and|. not|play|stay|dream
      day by day . step
      step by step >`,
  },
  {
    why: 'A commonplace. Say something specific to this subject.',
    weight: 0.5,
    phrases: `
      < nobody|no one is? talks|talking|tells|warns|told about|you|me
      < we've all been there
      < we all know|want|have|need|love|struggle
      < truth is|be|bomb
      < the best part|thing about|is
      < needless to say
      < remember ,
      < remember that|this|:
      < no matter where|what|how|who|your
      < looking to|for * ?
      < want to * ?
      < ready to * ?
      < struggling with|to
      < tired of|from
      < lesson learned
      you've|you got this
      you|we can do this|it >
      that's it >
      now is the time
      it's never too late
      period >
      full stop >
      go for it >
      one step|day|post|choice|habit at a time
      every single day|time .
      worth it >
      worth every
      it adds up >
      results will|follow|speak|come
      here's to
      cheers to
      game on >
      < no _ . no _
      < less _ ,|. more _
      < more _ ,|. less _
      < guess what ?
      < you know what ?
      < confession :
      < question :
      < fun fact
      < at the end of the day
      simple as that
      change|progress|confidence starts|begins|happens|lies|lives
      that's how|when|why you|we|the|real|true|it|great|change|champions
      < most people|beginners don't|think|believe|get|forget|overlook|quit|miss|underestimate|never|will
      the little|small things matter|count|add
      < everyone|everybody talks|knows|wants|says|is|thinks * . few|but|nobody|almost|yet
      < pro tip
      < plot twist
      < real talk`,
  },
];
