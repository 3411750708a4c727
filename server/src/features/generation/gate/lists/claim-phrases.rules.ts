/** Phrases that make a kind of claim; see `phrases.rules.ts` for the notation. */
export type ClaimPhrases = { kind: 'study' | 'share' | 'deed' | 'record'; phrases: string };

const PEOPLE =
  'people|customers|clients|users|followers|readers|founders|teams|companies|businesses|teachers|parents|gardeners|owners|students|beginners|workers|employees|adults|americans|women|men|children|families|households|drivers|buyers|players|developers|patients|doctors';
const SMALL = 'two|three|four|five|six|seven|eight|nine|ten';

/** English claims that need a source even if they contain no figure. */
export const claimPhrases: readonly ClaimPhrases[] = [
  {
    kind: 'study',
    phrases: `
    study|studies|survey|surveys|poll|polls|research|report|reports|trial|paper|analysis show|shows|says|say|found|finds|find|suggests|suggest|proves|prove|confirms|confirm|reveals|revealed|links|linked|of|from|by|in|published
    a|recent|new|one|another|this|2020s study|survey|poll|analysis
    recent|new research
    researchers|scientists|psychologists|economists|neuroscientists|statisticians
    science|data|evidence|statistics|numbers|experts|doctors|analysts|nutritionists|economists|dentists|dermatologists|trainers|economists say|says|show|shows|suggest|suggests|prove|proves|agree|found|find|recommend|confirm|confirms|warn|back|backs
    according to a|an|the|new|recent|research|experts|data|studies|scientists|doctors|statistics|surveys|industry|my|one
    scientifically|clinically|statistically
    has|have|been been? proven|shown
    a report|paper|journal|trial|experiment|meta by|from|in|found|says|shows|published
    university of _
    harvard|stanford|mit|oxford|cambridge|yale|princeton|gallup|mckinsey|deloitte|nielsen|gartner
    reported|published|announced|concluded|revealed that
    on average
    the average|typical|median _ * spends|earns|saves|loses|takes|costs|wastes|checks|gets|uses|pays|has`,
  },
  {
    kind: 'share',
    phrases: `
    half|third|quarter|quarters|thirds|fifth|tenth|majority of all? our|my|your|us|${PEOPLE}
    half|third|quarter|quarters|thirds|fifth|tenth|majority of all|the ${PEOPLE}
    half|third|thirds|quarter|quarters|fifth|tenth|majority of
    one|two|three _ in ${SMALL}
    one|two|three _ _ in ${SMALL}
    ${SMALL} of the ${SMALL}
    most|many|some|almost|all doctors|dentists|scientists|experts|teachers|trainers|chefs|farmers|economists|therapists|psychologists|pediatricians|vets|coaches|nutritionists|engineers|investors|recruiters now? say|says|agree|agrees|recommend|recommends|advise|believe|admit|suggest|have|will|swear|consider
    ranks|ranked|rank first|second|third|last|among|number
    one|${SMALL} in|out of? ${SMALL}|twenty|hundred|every
    ${SMALL} percent|per|times|years|months|decades|dollars|euros|pounds|bucks|customers|clients|users|followers|readers|orders
    twice|double|triple|half|quadruple as|the|that
    doubled|tripled|quadrupled|halved
    double|triple your|the|our|my
    hundreds|thousands|millions|billions|dozens of
    hundred|thousand|million|billion|dozen people|customers|clients|users|followers|readers|orders|dollars|euros|pounds|times|years|percent|homes|families
    the? number|no one _ in the|on
    percent|percentage|per cent
    a|one third|quarter|fifth of
    more|fewer|less than half|twice|double
    the biggest|largest|oldest|fastest|tallest|most in|on|of the? world|country|europe|america|earth|history|planet
    voted|ranked|rated|named|awarded best|number|top|the|first`,
  },
  {
    kind: 'record',
    phrases: `
    in the? spring|summer|autumn|fall|winter? of? last year
    last year|month|quarter|season , *
    since the? fifties|sixties|seventies|eighties|nineties
    in the fifties|sixties|seventies|eighties|nineties
    years|months|decades|weeks ago
    a decade|year|month|week ago
    founded|established|launched|invented|discovered|introduced in|by|back
    our|my customers|clients|readers|students|followers|team say|says|saw|see|tell|told|report|love|keep
    award winning
    sold out
    best selling|seller|sellers`,
  },
];

/** Past tense verbs that do not end in -ed. */
export const irregularPast: ReadonlySet<string> = new Set(
  `ate became began bent bet bit blew bought broke brought built burnt came caught chose cost crept cut dealt did drank
  drew drove dug fed fell felt flew fought found froze gave got grew had heard held hid hit hung kept knew laid learnt led
  left lent lost made met mowed paid put quit ran rang read rode sang sat saw sent sewed shot slept sold spent spoke spun
  spilt stole stood stuck swam swapped swept swore taught threw told took tore understood went woke won wore
  wrote`.split(/\s+/),
);

/** Words that may stand between a person and the verb. */
export const adverbs: ReadonlySet<string> = new Set(
  `actually again all almost already also always both even eventually ever finally first just last literally mostly nearly
  never newly nearly once only quietly really recently simply still suddenly then too`.split(/\s+/),
);

/** Words in -ed that are not past tense verbs. */
export const notPast: ReadonlySet<string> = new Set(
  'bed bored excited feed indeed interested need red seed shed speed supposed tired used weed'.split(' '),
);

/** The people in somebody's own life, as in 'my sister'. */
export const ownPeople: ReadonlySet<string> = new Set(
  `aunt boss brother boyfriend clients client coach colleague coworker customer customers dad daughter doctor father
  friend friends girlfriend grandfather grandma grandmother grandpa husband kid kids landlord manager mentor mom mother mum
  neighbor neighbour partner sister son students student teacher team therapist uncle wife`.split(/\s+/),
);
