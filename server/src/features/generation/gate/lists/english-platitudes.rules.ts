import type { Tell } from '../gate.types.ts';

/** Platitudes that anybody could post on any day, and words that models overuse. */
export const englishPlatitudes: readonly Tell[] = [
  {
    why: 'A saying that everybody knows. Say something of your own.',
    weight: 1,
    phrases: `
      thief of joy
      winners never quit
      quitters never win
      shots|shot you don't|dont|never take
      net worth . invest
      network is your
      vibe attracts
      your tribe
      fail forward|fast|often|better
      fall|get seven|nine times
      rest is productive|not
      be the change
      dance|dancing in the rain
      when life gives|throws
      hands|gives|throws you lemons
      a goal without a
      actions speak louder
      every cloud has
      what|that doesn't kill you
      fortune favors|favours
      best time to plant a
      the only way out|is|to
      pour from an empty
      empty cup
      money can't buy
      happiness is a|an|not|the|found
      is a choice|mindset|skill|superpower|muscle|journey >
      if not now|you , when|who
      you only live once
      worth having comes|never
      be yourself , everyone
      shoot|aim|reach for the moon|stars
      always seems impossible
      stay hungry
      hustle in silence
      results do the talking
      teamwork makes
      dream work >
      grass is|isn't always? greener
      grass is greener where
      protect your peace|energy|time|mind
      guard your peace|energy|heart
      own your day|story|morning|truth|mistakes|journey
      choose joy|kindness|growth|progress|yourself|love|happiness|courage|peace
      trust yourself|your gut|the
      rise and shine|grind
      romanticize your
      new week|month|year|day , new
      every day is a|an
      each|every day|morning brings|offers|gives|presents
      today is a|the good|great|perfect|day|first
      make it a great|good
      wake up with|and|grateful|every
      manifest|manifesting|manifestation
      know your worth
      be your own
      tough times never|don't
      fear is a|the
      the obstacle is
      kindness costs|is
      normalize
      hits different
      chef's kiss
      say it louder
      louder for the
      no cap >
      in a nutshell
      change my mind
      rest of your life
      best version of
      better version of
      version of yourself
      a better you|tomorrow|future|life
      game has? changed|changing
      the only constant
      nobody cares how
      how bad you want
      want it bad
      it takes a village
      the best is yet
      on the other side of
      everything you want|need is
      comes to those who
      those who dare|wait|believe|dream|hustle|try|seek|work
      dream it
      believe it and|, you|to
      sky's the limit
      no excuses
      no shortcuts
      excuses don't|won't|are|or
      discipline beats|is|over|equals|eats|builds
      motivation gets|fades|is|starts|comes|gets
      energy flows|you|attracts
      attitude is|determines
      mind over
      inner peace|child|strength|critic|voice
      self love|care|doubt|growth|worth|discipline
      mental clarity|strength|health matters|is
      growth mindset
      positive mindset|vibes|thoughts|energy|attitude
      abundance mindset
      good things happen
      magic happen|happens
      you won't regret
      amazed at|by how
      thank yourself later
      you will thank
      hidden gem|gems
      little did i|we
      fast forward to
      what a ride|journey|time to
      let's make|build|create|change|inspire|spread|normalize|celebrate|rise|grow _
      together we|, we can|grow|rise|are
      stronger together
      we are in|all this
      we rise by
      spread love|kindness|positivity|joy
      lift|lifting others
      be bold|brave|authentic|intentional|present|curious|consistent|unstoppable|relentless|fearless
      be you >
      stay true
      stay safe out
      who is ready|excited
      what's your why
      find your why|passion|purpose|tribe|voice|people|flow
      know your why
      start with why|small
      two types|kinds of people
      there are two kinds|types
      sparks|spark joy
      fills|fill|warms|feeds|nourishes|soothes your|my|the heart|soul|spirit
      soul food
      the simple things|pleasures|joys
      simple pleasures|joys
      little moments|joys|wins|victories
      small wins
      big dreams|things|moves|energy
      can't stress this
      can't recommend enough
      i can't believe how
      changed my|your|the life|game|perspective|mindset
      life changing|changer
      eye opener|opening
      mind blown|blowing
      blown away
      labor of love
      like a boss|pro|king|queen >
      crush|crushing|smash|conquer your|it|the|this|goals
      do it scared|anyway|now|for
      stop waiting|overthinking|scrolling|comparing|making|trying|chasing|settling
      leap of faith
      trust the timing|universe|plan
      the universe has|is|will
      everything happens for
      blessing in disguise
      silver lining
      light at the end
      turn|turning your|obstacles|pain|setbacks|failures|problems|passion|dreams|struggles into
      setback is a|just|setup
      rome was
      marathon , not
      quality time
      work life balance
      balance is key
      key takeaway|takeaways|ingredient|is|to
      bottom line
      food|music|art|travel|sport|nature|science|reading|gaming|technology|gardening is|brings|has us|people|more|a|the together|than|universal|language|way|ability|power
      universal language
      brings people together
      bringing people together
      words cannot|can't describe|express
      speechless`,
  },
  {
    why: 'A word that AI overuses. Use a plain one.',
    weight: 0.5,
    phrases: `
      life is like a
      let go of what|the|things|fear|who|anything
      see what happens
      watch what happens
      you'll be amazed|surprised|glad|unstoppable|grateful
      thank me later
      don't sleep on
      let's go >
      let's do this
      trust me on
      no limits
      no pain
      work of art
      facts >
      goals >
      own it >
      nailed it
      in a world full|of|where
      never a dull
      good for the|your soul
      don't wait for|until
      the first step
      step forward|closer|outside|into|by
      first step is
      no words
      are you ready
      who's excited|ready|in
      be patient with|, be|>
      be kind >
      be kind to
      keep it real|simple >
      it's simple >
      main character
      early bird
      begin today|now|again
      start today|now|somewhere|where|before
      is just a number
      which one are
      past you
      future you
      change is scary|hard|good|inevitable|constant|the|coming|possible
      sleep on this
      another|every|each day , another
      meant to be
      just do it
      watch the|your|how magic|life|world|results|you|it
      food for thought
      best kept
      match made in
      bustling|nestled|whimsical|curated|bespoke|artisanal|mesmerizing|captivating|enchanting|awe|majestic|picturesque|serene|tranquil|idyllic
      resonate|resonates|resonated|embark|embarking|embarked|underscore|underscores|pivotal|robust|nuanced|intricate|intricacies|vibrant|dynamic|compelling
      unwavering|steadfast|relentless|tireless|boundless|limitless|timeless|invaluable|indispensable|unmatched|unrivaled|unprecedented
      boasts|beckons|whispers|symphony|mosaic|kaleidoscope|odyssey|voyage|crucible|beacon|cornerstone|gateway|oasis|sanctuary|haven|gem|gems|playground|canvas|compass
      meticulous|meticulously|seamlessly|effortlessly|profound|profoundly|undeniable|undeniably|noteworthy|commendable|ever evolving|growing|present|changing
      fascinating|rewarding|fulfilling|uplifting|motivating|enriching|delightful|fabulous|terrific|magnificent
      excited|thrilled|honored|humbled|grateful|blessed|proud|stoked to|that|for|and|about
      nurture|nurturing|nurtures|cherish|savor|treasure|appreciate|honor the|your|every|each|what|trust|our|a
      strategic|strategically|streamline|streamlined|optimize|scalable|impactful|data-driven|results-driven|proactive|innovative|disruptive|visionary
      solutions|strategy|strategies|tactics|framework|frameworks|mindsets|methodology|stakeholders|deliverables|synergies
      beautiful|gorgeous|stunning|lovely way|reminder|thing|journey|balance|blend|mix|story|world
      perfect|ideal blend|balance|way|time|mix|recipe|opportunity|combination|example|reminder|excuse
      blend|mix|fusion|mixture|intersection|marriage of _ and|,
      world of
      art of
      power|beauty|magic|importance|essence|heart|spirit|joy|joys|benefits|value of
      importance
      benefits of
      role of|in
      so important
      such a|an powerful|beautiful|great|important|amazing|underrated
      matters|matter >
      matters more than
      is|are possible|limitless|endless|timeless|universal >
      never forget
      quick tip|reminder|question|thought|story|note|win
      friendly reminder
      gentle reminder
      unpopular
      highly recommend
      avid fan|reader|gamer|traveler|learner
      passionate about
      dive into
      delves? into
      journey into|of|to|through|toward|towards
      path to|of|toward
      road to success|happiness|freedom|greatness
      next big|level|chapter|step|adventure
      every single
      every day is|we|you|i
      day in and
      one of a kind
      at its best|finest|core|heart
      beyond words|measure|the`,
  },
];
