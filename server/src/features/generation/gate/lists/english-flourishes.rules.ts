import type { Tell } from '../gate.types.ts';

/** Stale metaphors, hype, advertising language and slips of English, each with what is wrong with it. */
export const englishFlourishes: readonly Tell[] = [
  {
    why: 'A phrase that AI overuses. Say it plainly.',
    weight: 1,
    phrases: `
      a|rich|vibrant|intricate tapestry of
      tapestry
      delve|delves|delving
      testament to
      treasure trove
      a|the beacon of
      a symphony of
      a world of possibilities|opportunities|difference|wonder|opportunity
      unlock|unlocks|unlocking|unleash|unleashes|unleashing
      elevate|elevates|elevating your|our|the|every|any
      supercharge|skyrocket|turbocharge
      take * to the|new next|new level|heights
      next level|chapter >
      level up
      to new heights
      push the|your boundaries|limits
      think outside the box
      outside|out your|of comfort|your zone|comfort
      comfort zone
      the power of|is
      the art of _
      the magic of|happens|is
      the beauty of|is
      the world of _
      the heart of _ is|lies
      at the heart|core|intersection|forefront of
      a journey|marathon|lifestyle|mindset|superpower|state >
      is|are a|your|the superpower|marathon|mindset|lifestyle|journey|adventure|canvas|compass|investment|foundation|cornerstone|blessing|art
      journey not|, a|not the?
      journey of self
      your|our|this|their|my _? journey
      the journey
      your|our true|full|inner|best potential|self|strength|power|peace|life
      full|true|hidden|untapped potential
      reach|reaching|achieve|achieving|unlock|maximize your|their|our|the full|goals|dreams|potential|best
      follow your dreams|passion|heart|bliss
      chase|chasing your|the dreams|dream|passion
      passion and|meets|,|is|project >|purpose|dedication|drive
      fast paced|moving world|life|age|digital|landscape
      ever changing|evolving|growing
      navigate|navigating the|this|life|these|your _
      harness|harnessing the|your|its|their|our
      leverage|leveraging your|the|our|this|these|ai|technology|data
      foster|fostering|cultivate|cultivating|empower|empowers|empowering|empowered
      seamless|seamlessly|holistic|synergy|paradigm|transformative|groundbreaking|revolutionary|cutting edge|unparalleled|multifaceted|ever-evolving
      revolutionize|revolutionizing|revolutionizes|revolutionized|revolutionizing
      a|the recipe|blueprint|formula|roadmap|gateway for|to success|growth|happiness|freedom|wealth
      deep|deeper dive|connection
      dive deep|deeper|into|in
      look no further
      like never before
      the future is
      speaks volumes
      double edged
      low hanging fruit
      move the needle
      rome wasn't|was built
      hustle|grind culture|hard|mode|daily|never|and|>
      success is|isn't|comes|starts|loves|leaves|story|stories
      consistency is|beats|wins|builds|,|>
      mindset is|shift|>|,|and|matters
      is|are everything >
      is|are key|crucial|essential|vital|paramount|the >|key|for|to
      is|are the|a key|secret|foundation|heart|backbone|cornerstone|essence|bridge|fuel|glue|soul to|of|behind|between|that
      plays a|an crucial|vital|key|important|essential|pivotal|significant role
      can be|feel overwhelming|daunting|intimidating|challenging|tricky|hard|scary , but
      invest|investing in yourself
      surround yourself with
      shape|shapes|shaping the|our|your|who future|world|lives|life|we
      inspire|inspires|inspiring|inspired others|us|me|you|the|change|generations|by
      pure magic|joy|bliss|gold
      incredibly|undoubtedly|undeniably|remarkably|profoundly _
      in conclusion|essence|summary
      a myriad|plethora|wealth|wide|vast of|array|range
      the ultimate guide|way|tool|form
      best practices
      value|values bombs|driven|packed|add
      self care is|isn't
      beginner or|to|and a|an|seasoned|pro|expert
      whether you're a|an|just|new|starting
      from beginners|novice|novices to
      seasoned pro|professional|expert|veteran
      practice makes perfect|progress
      patience is a|the virtue|superpower|key|answer
      never stop|underestimate learning|growing|dreaming|believing|exploring|the
      failure is|isn't a|an|the|not|just|feedback|fuel|part|success
      dreams|dream come|big|into|don't|life
      more to|than * than meets|just
      the possibilities
      endless possibilities`,
  },
  {
    why: 'Generic advertising or advice. Say something specific.',
    weight: 0.5,
    phrases: `
      less is more
      time is money|precious|now|the
      life is|isn't too|short|about|a|like|full|what
      good|great things take|come|happen
      good vibes|energy|things
      win win
      back to basics
      buckle up
      never settle
      hard work pays|beats|and|always
      knowledge is power
      must have|know|read|try >
      more than ever
      now more than
      just getting started
      only the beginning
      never been more|easier|better|a
      a breath of fresh air
      make a|all|the difference
      there's always|something room|magical|special|more|beautiful|powerful|about
      pays|paid off >
      patience pays
      learn something new|every
      bring|brings people|us|joy|everyone|communities|together closer|together|to
      countless|endless|limitless|infinite possibilities|opportunities|ways|hours|benefits|_
      stand out from|in the crowd|a
      deserve|deserves the|better|best|to|this >|be|feel
      something for everyone
      has|have something|it all for|to
      actionable|insights|takeaways|learnings
      so much more than
      you are|you're enough|capable|stronger|worthy|not
      there's|there is nothing like|better|quite|more
      nothing beats|compares|like a|the|to|good
      i|we love _ because
      changed|changes|change|changing everything|lives
      don't give|be up|afraid
      one of the|life's best|most|greatest|biggest things|important|rewarding|powerful|underrated|joys|ways|feelings
      moreover|furthermore|additionally|ultimately|indeed|thus|hence ,
      amazing|incredible|awesome|fantastic|wonderful|breathtaking|stunning|exciting|thrilling|powerful|remarkable|extraordinary
      journey|adventure|passion|purpose|mindset|growth|potential|motivation|inspiration|vibes|hustle|grind|synergy|abundance|resilience
      consistency|discipline|dedication|perseverance|authenticity|confidence|balance|clarity|gratitude|positivity|creativity|innovation
      success|successful|dreams|goals|achieve|achieving
      boost|maximize|optimize|enhance|enhances|transform|transforms|thrive|thriving|flourish|inspire|inspires|ignite|spark|sparks
      explore|discover|embrace|celebrate|cherish|connect|engage
      landscape|realm|ecosystem|community|experience|experiences|opportunities|possibilities
      magic|magical|secret|secrets|superpower
      lifestyle|wellness|wellbeing|self
      tips|tricks|hacks|strategies|insights
      step|steps|steps , forward|closer|towards`,
  },
  {
    why: 'Praise of the subject instead of a fact about it.',
    weight: 1,
    phrases: `
      is|are truly|simply|absolutely|so|just amazing|incredible|special|beautiful|magical|underrated|rewarding|important|unbeatable|inspiring
      is|are|can be? a|an? amazing|incredible|wonderful|fascinating|rewarding|exciting|game way|world|hobby|field|journey|experience|thing|tool|to
      teaches|taught|teach you|us|me patience|so|about|resilience|more|discipline|humility
      can|will change|transform|improve|enrich your|the|our life|world|lives|day|game
      has|have the power|potential|ability to
      helps|help|allows|allow|enables|enable us|you|people to? grow|connect|express|relax|thrive|become|achieve|build|stay`,
  },
  {
    why: 'A grammar mistake.',
    weight: 1,
    phrases: `
      could|should|would|must of
      alot
      a lots of
      your|youre welcome >
      there is|was many|several|lots|plenty|few
      there's many|several
      < this|that are|were
      these|those is|was
      many|most|some|few|several people|things|beginners|users|teams|companies|players|customers|gardeners|plants|tools|books|times is|was|has|does|makes|gets|needs|thinks|forgets|knows|loves
      < people|they|we is|was|has|does|makes|gets|needs|thinks|forgets|knows|loves|wants|says|goes
      < he|she|it are|have|don't|make|get|need|think|know
      i is|has|does|are
      more better|easier|faster|bigger|smaller|cheaper|stronger
      most best|easiest|fastest
      informations|advices|equipments|feedbacks|furnitures|homeworks|knowledges
      less people|things|mistakes|days|words|steps|tools|posts|books
      much people|things|mistakes|days|words
      loose|loosing weight|money|time|focus|your|it
      to|too much|many|late|to|too too|to
      don't needs|has|makes|gets
      who's|whos book|idea|turn|fault`,
  },
];
