const list = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** English function words, which carry no meaning by themselves. */
export const englishFunctionWords = list(`
  a about above across actually after again against ago ahead all almost along already also although always am among
  an and another any anybody anymore anyone anything anyway anywhere are around as ask asked asks at away back be
  became because become becomes becoming been before behind being below beside besides between beyond both but by
  came can can't cannot come comes coming could couldn't did didn't do does doesn't doing don't done down during
  each either else enough especially etc even ever every everybody everyone everything everywhere except few for
  forget from gave get gets getting give gives giving go goes going gone gonna got had hadn't happen happened
  happens hardly has hasn't have haven't having he he'd he's her here here's hers herself him himself his how
  however i i'd i'll i'm i've if in indeed inside instead into is isn't it it'd it'll it's its itself just keep
  keeps kept kind knew know known knows last later least less let let's lets like liked likely likes lot lots made
  main mainly make makes making many may maybe me mean means meant might mine more most mostly much must my myself
  near nearly need needed needs neither never next no nobody none nor not nothing now nowhere of off often oh ok
  okay on once one one's ones only onto or other others otherwise ought our ours ourselves out over own per perhaps
  please put puts quite rather really right said same saw say saying says see seem seems seen several shall she
  she's should shouldn't simply since so some somebody somehow someone something sometimes somewhere soon still such
  sure take taken takes taking tell tells than that that's thats the their theirs them themselves then there there's
  therefore these they they'd they'll they're they've thing things think this those though through thus till to
  together told too took toward towards tried tries truly try trying turn turned turns two under unless until up
  upon us use used uses using usually very via wanna want wanted wants was wasn't way ways we we'd we'll we're we've
  well went were weren't what what's whatever when whenever where wherever whether which while who who's whoever
  whole whom whose why will with within without won't would wouldn't yes yet you you'd you'll you're you've your
  yours yourself
`);

/** Words that fit a text on any subject; a text made of them says nothing. */
export const englishAbstractWords = list(`
  abilities ability able absolutely abundance accept accepting accomplish accountability achieve achieved
  achievement achievements achieves achieving act action actions active add adding adds adventure adventures advice
  afford age aim allow allows amazing ambition amount apply approach approaches aspect aspects aspire atmosphere
  attention attitude authentic authenticity available awareness awesome balance balanced barrier barriers based
  basic basics beautiful beauty begin beginning beginnings begins belief beliefs believe believes benefit benefits
  best better big bigger biggest bit blessed blessing boost boosting boosts brave breakthrough brighter brilliant
  bring brings build building capable care career careers celebrate celebrating certain certainly challenge
  challenges challenging chance change changer changes changing character chase chasing choice choices choose
  choosing clarity collaboration collective comfort comfortable commit commitment committed communicate
  communication communities compassion competition complete completely complex concept concepts confidence confident
  connect connected connecting connection connections consistency consistent consistently constant content continue
  continuous contribution courage create creates creating creation creative creatively creativity creator creators
  crucial culture curiosity curious daily day days dedicate dedicated dedication deep deeper deeply define defined
  definitely depends depth deserve deserves desire determination develop developing development difference different
  discipline disciplined discover discovering discovery dive diverse diversity dream dreaming dreams driven dynamic
  eager early ease easy effective effectively effort effortless effortlessly efforts elevate embrace embracing
  emotion emotional emotions empathy empower empowering empowers encourage end endless energy engage engagement
  engaging enhance enhances enhancing enjoy enjoying enjoyment ensure enthusiasm enthusiasts entire environment epic
  era especially essence essential essentials eventually everyday evolve evolves evolving excellence excellent
  excited excitement exciting expand expect expectations experience experienced experiences explore exploring
  express expression extra extraordinary fabulous failing fails failure failures fantastic fascinating feature
  feedback feel feeling find finding flourish focus focused focusing follow forever forward foster foundation free
  freedom fresh fuel fulfilled fulfilling fulfillment full fun fundamental future gain gains generation genuine
  genuinely global goal goals good grace grateful gratitude great greater greatest greatness grind ground grow
  growing grows growth guess guides habit habits happiness happy harmony heading heal healing health healthy heart
  hearts heights hello help helps highest hobby holistic hope humble hustle hype idea ideal ideas identity ignite
  imagination imagine impact impactful importance important impossible improve improved improvement improvements
  improving incredible incredibly individual individuals influence information inner innovate innovation innovations
  innovative insight insightful insights inspiration inspirational inspire inspired inspires inspiring integrity
  intentional intentionally intentions interested investing involved join journey journeys joy joyful joys key keys
  kinda kindness knowledge lasting lead leader leadership leading leads learning learns legacy lesson lessons level
  levels leverage life lifelong lifestyle lifetime limitless limits little live lives living look love loved lover
  lovers loves loving magic magical magnificent major manage massive master mastering mastery matter matters
  maximize meaning meaningful memorable mindful mindfulness mindset mission mode modern moment moments momentum
  motivate motivated motivates motivating motivation movement natural newest obstacles open opinion opinions
  opportunities opportunity ordinary outcomes outstanding overcome overcoming overlook overnight overrated overwhelm
  overwhelmed overwhelming particular passion passionate passions past patience patient peace people perfect
  perfection perfectly perseverance persist persistence person personal perspective perspectives phenomenal plenty
  point points position positive positivity possibilities possibility possible potential power powerful practical
  practice practices practicing precious prepare prepared previous priorities prioritize priority pro probably
  process processes produce productive productivity progress proper properly proud provide purpose purposeful pursue
  pursuing pursuit push pushing quality reach reaching real reality realize realized realm reason recipe recognize
  reflect reflection regular relationship relationships relevant remarkable remember remind reminder reminds require
  requires resilience resilient resolve resource resources response responsibility result results reward rewarded
  rewarding rewards rise sacrifice satisfaction satisfying savvy seamless seamlessly seek self shapes sharing shift
  shine shout significant simple simplest simplicity smart smarter solution solutions solve soul souls spark special
  specific spirit start started starting starts state stay staying stays step steps stoked strategies strategy
  strength strengthen strengths strive striving strong stronger struggle struggles struggling stunning succeed
  success successes successful successfully suggestion super supercharge superpower supporting supportive surprising
  surround sustainable talented tapestry testament thinking thought thoughtful thoughts thrilled thrive thriving
  time timeless today tomorrow toolkit transform transformation transformations transformative transformed
  transforming transforms treasure trending trends true truth ultimate ultimately unbelievable underrated
  understanding unexpected unforgettable unique universe unleash unlock unlocked unlocking unlocks unstoppable
  upgrade valuable value values variety versatile vibes vibrant vision visionary vital wealth wellbeing wellness
  whatever win winning wins wisdom wonder wonderful wonders work world worlds worth worthwhile worthy
`);
