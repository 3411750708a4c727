import { expect, test } from 'vitest';
import { isAbstract, saysNothing } from './substance.rules.ts';

const says = (text: string, niche = 'Gardening') => !saysNothing(text, { language: 'en', niche });

test.each([
  ['nothing at all', '', false],
  ['the niche alone', 'Gardening', false],
  ['the niche in another form', 'Gardens! The gardening’s garden', false],
  ['words of one or two letters', 'An ox', false],
  ['a thing of three letters', 'The hoe', true],
  ['one abstract word', 'Patience', false],
  ['a figure', 'It was 40 again', true],
  ['a small count', 'It was two again', false],
  ['a place that ends as abstract nouns do', 'The station', true],
  ['three abstract words of four', 'Patience, kindness, freedom, spade', true],
  ['four abstract words of five', 'Patience, kindness, freedom, wisdom, spade', false],
  ['four abstract words of seven', 'Patience, kindness, freedom, wisdom, spade, hose, rake', true],
  [
    'six abstract words of ten',
    'Patience, kindness, freedom, wisdom, quality, movement, spade, hose, rake, shed',
    false,
  ],
])('%s: %s', (_, text, expected) => {
  expect(says(text)).toBe(expected);
});

test('the words of a niche are none of substance, in singular and plural', () => {
  expect([
    says('Berry', 'Wild berries'),
    says('Cooks', 'Cooking'),
    says('Wild spade', 'Wild berries'),
  ]).toEqual([false, false, true]);
});

test('in other languages a word of four letters that means something is enough', () => {
  const inGerman = (text: string) => saysNothing(text, { language: 'de', niche: 'Garten' });
  expect(['Das Beet', 'Der Hut', 'Und aber nicht', 'Der Garten'].map(inGerman)).toEqual([
    false,
    true,
    true,
    true,
  ]);
});

test('a word is abstract by its ending, or by name', () => {
  const words =
    'nation kindness qualities quality movements friendship importance patience optimism wisdom manhood';
  expect(words.split(' ').filter((word) => !isAbstract(word))).toEqual(['qualities']);
  for (const word of ['station', 'apartments', 'fence', 'bean', 'shipping', 'patiently'])
    expect(isAbstract(word), word).toBe(false);
});

test('things and places that end as abstract nouns do are things and places', () => {
  const things = `
    station stations basement basements apartment apartments cement city cities monument monuments garment
    garments ointment pavement pavements document documents instrument instruments lotion potion potions
    onion cushion fence fences entrance ambulance appliance appliances audience university universities
    facility element elements supplement supplements kingdom vegetation plantation fountain ornament
    ornaments parchment sediment ligament equipment furniture ship ships battleship neighborhood
    neighborhoods neighbourhood hood ration rations lion million infantry locomotion tournament tournaments
    investment investments payment payments department departments conference conferences`;
  expect(things.trim().split(/\s+/).filter(isAbstract)).toEqual([]);
});

test('words that fit any subject name no thing', () => {
  const words = `
    abilities ability able absolutely abundance accept accepting accomplish accountability achieve
    achieved achievement achievements achieves achieving act action actions active add adding adds
    adventure adventures advice afford age aim allow allows amazing ambition amount apply approach
    approaches aspect aspects aspire atmosphere attention attitude authentic authenticity available
    awareness awesome balance balanced barrier barriers based basic basics beautiful beauty begin
    beginning beginnings begins belief beliefs believe believes benefit benefits best better big bigger
    biggest bit blessed blessing boost boosting boosts brave breakthrough brighter brilliant bring
    brings build building capable care career careers celebrate celebrating certain certainly challenge
    challenges challenging chance change changer changes changing character chase chasing choice choices
    choose choosing clarity collaboration collective comfort comfortable commit commitment committed
    communicate communication communities compassion competition complete completely complex concept
    concepts confidence confident connect connected connecting connection connections consistency
    consistent consistently constant content continue continuous contribution courage create creates
    creating creation creative creatively creativity creator creators crucial culture curiosity curious
    daily day days dedicate dedicated dedication deep deeper deeply define defined definitely depends
    depth deserve deserves desire determination develop developing development difference different
    discipline disciplined discover discovering discovery dive diverse diversity dream dreaming dreams
    driven dynamic eager early ease easy effective effectively effort effortless effortlessly efforts
    elevate embrace embracing emotion emotional emotions empathy empower empowering empowers encourage
    end endless energy engage engagement engaging enhance enhances enhancing enjoy enjoying enjoyment
    ensure enthusiasm enthusiasts entire environment epic era especially essence essential essentials
    eventually everyday evolve evolves evolving excellence excellent excited excitement exciting expand
    expect expectations experience experienced experiences explore exploring express expression extra
    extraordinary fabulous failing fails failure failures fantastic fascinating feature feedback feel
    feeling find finding flourish focus focused focusing follow forever forward foster foundation free
    freedom fresh fuel fulfilled fulfilling fulfillment full fun fundamental future gain gains
    generation genuine genuinely global goal goals good grace grateful gratitude great greater greatest
    greatness grind ground grow growing grows growth guess guides habit habits happiness happy harmony
    heading heal healing health healthy heart hearts heights hello help helps highest hobby holistic
    hope humble hustle hype idea ideal ideas identity ignite imagination imagine impact impactful
    importance important impossible improve improved improvement improvements improving incredible
    incredibly individual individuals influence information inner innovate innovation innovations
    innovative insight insightful insights inspiration inspirational inspire inspired inspires inspiring
    integrity intentional intentionally intentions interested investing involved join journey journeys
    joy joyful joys key keys kinda kindness knowledge lasting lead leader leadership leading leads
    learning learns legacy lesson lessons level levels leverage life lifelong lifestyle lifetime
    limitless limits little live lives living look love loved lover lovers loves loving magic magical
    magnificent major manage massive master mastering mastery matter matters maximize meaning meaningful
    memorable mindful mindfulness mindset mission mode modern moment moments momentum motivate motivated
    motivates motivating motivation movement natural newest obstacles open opinion opinions
    opportunities opportunity ordinary outcomes outstanding overcome overcoming overlook overnight
    overrated overwhelm overwhelmed overwhelming particular passion passionate passions past patience
    patient peace people perfect perfection perfectly perseverance persist persistence person personal
    perspective perspectives phenomenal plenty point points position positive positivity possibilities
    possibility possible potential power powerful practical practice practices practicing precious
    prepare prepared previous priorities prioritize priority pro probably process processes produce
    productive productivity progress proper properly proud provide purpose purposeful pursue pursuing
    pursuit push pushing quality reach reaching real reality realize realized realm reason recipe
    recognize reflect reflection regular relationship relationships relevant remarkable remember remind
    reminder reminds require requires resilience resilient resolve resource resources response
    responsibility result results reward rewarded rewarding rewards rise sacrifice satisfaction
    satisfying savvy seamless seamlessly seek self shapes sharing shift shine shout significant simple
    simplest simplicity smart smarter solution solutions solve soul souls spark special specific spirit
    start started starting starts state stay staying stays step steps stoked strategies strategy
    strength strengthen strengths strive striving strong stronger struggle struggles struggling stunning
    succeed success successes successful successfully suggestion super supercharge superpower supporting
    supportive surprising surround sustainable talented tapestry testament thinking thought thoughtful
    thoughts thrilled thrive thriving time timeless today tomorrow toolkit transform transformation
    transformations transformative transformed transforming transforms treasure trending trends true
    truth ultimate ultimately unbelievable underrated understanding unexpected unforgettable unique
    universe unleash unlock unlocked unlocking unlocks unstoppable upgrade valuable value values variety
    versatile vibes vibrant vision visionary vital wealth wellbeing wellness whatever win winning wins
    wisdom wonder wonderful wonders work world worlds worth worthwhile worthy`;
  expect(
    words
      .trim()
      .split(/\s+/)
      .filter((word) => !isAbstract(word)),
  ).toEqual([]);
});

test.each([
  [
    'de',
    `
      aber alle allem allen alles also andere anderen auch beim bist damit dann dass dein deine deinem
      deinen deiner denn dich dies diese diesem diesen dieser dieses doch dort durch eine einem einen
      einer eines einfach erst etwas euch euer gegen gern habe haben hatte hier ihnen ihre immer jede
      jedem jeden jeder jedes jetzt kann kannst kein keine keinen können machen macht manchmal mehr mein
      meine meinem meinen meiner mich muss müssen nach nicht nichts noch oder ohne schon sehr sein seine
      sich sind soll sondern sonst unser unsere unter viel viele wann weil wenn werden wieder will wird
      über beste bessere chance chancen dinge erfolg erfolge erfolgreich energie erfahrung erfahrungen
      freude ganze große groß gute guten herausforderung herausforderungen idee ideen kleine klein kraft
      leben leidenschaft lernen menschen moment momente möglichkeit möglichkeiten motivation neue neuen
      neues potenzial qualität reise richtig schritt schritte sinn spaß stark stärke tage teil thema
      traum träume unterschied veränderung verändern vision wachsen wachstum welt wert wichtig wirklich
      zeit ziel ziele zukunft`,
  ],
  [
    'es',
    `
      algo alguien algún alguna ante antes aquí aunque bien cada casi como cosa cosas cual cuando cuanto
      desde donde ella ellas ellos entonces entre eran eres esos esta estaba estamos están estar estas
      este esto estos estoy está fueron había hace hacer hasta igual luego mismo mucha mucho muchos nada
      nosotros nuestra nuestro nunca otra otro otros para pero poco porque pues quien siempre sino sobre
      solo también tanto tener tengo tiene tienen toda todas todo todos unos vamos aprender aventura
      camino cambio cambiar crecer crecimiento desafío desafíos diferencia días energía esfuerzo éxito
      experiencia experiencias fuerza futuro gente gran grande grandes idea ideas importante increíble
      lograr mejor mejores mente meta metas momento momentos motivación mundo nueva nuevo oportunidad
      oportunidades pasión paso pasos persona personas poder posibilidades potencial propósito sueño
      sueños tiempo trabajo único valor verdadero viaje vida vidas`,
  ],
  [
    'fr',
    `
      alors après aucun aussi autre autres avant avec avez avoir avons beaucoup bien c'est ceci cela
      celle celui cette chaque chez chose choses comme comment d'un d'une dans depuis deux donc dont
      elle elles encore entre être fait faire faut fois font j'ai jusque leur leurs mais moins même
      n'est notre nous parce pendant peut plus pour pourquoi qu'il qu'on quand quel quelle quoi rien
      s'il sans sera sont sous toujours tous tout toute toutes trop très vers voici voilà votre vous
      aventure avenir belle beau besoin bonheur chemin changer changement confiance croissance défi
      défis différence énergie expérience expériences force gens grand grande grands grandir idée idées
      important incroyable jour jours meilleur meilleure moment moments monde motivation nouveau
      nouvelle objectif objectifs opportunité opportunités passion personne personnes possibilités
      potentiel pouvoir puissance réussir réussite rêve rêves succès temps travail unique valeur voyage
      vrai vraie étape étapes`,
  ],
  [
    'pt',
    `
      agora ainda algo alguém algum alguma aquela aquele aqui assim cada coisa coisas como dela dele
      depois desde dois elas eles entre essa esse esta estava este estou está estão foram hoje isso isto
      mais mesma mesmo meus minha muito muita muitos nada nossa nosso nunca onde outra outro outros para
      pela pelo pode porque pouco qual quando quem sempre será seus somos suas também tanto temos tenho
      toda todas todo todos tudo vamos você vocês aprender aventura caminho crescer crescimento desafio
      desafios dias diferença energia esforço experiência experiências força futuro gente grande grandes
      ideia ideias importante incrível jornada melhor melhores mente meta metas momento momentos
      motivação mudança mudar mundo nova novo oportunidade oportunidades paixão passo passos pessoa
      pessoas poder possibilidades potencial propósito sonho sonhos sucesso tempo trabalho único valor
      verdadeiro vida vidas`,
  ],
] as const)('in %s small words and words that fit any subject say nothing', (language, words) => {
  const isSaid = (word: string) => !saysNothing(word, { language, niche: '' });
  expect(words.trim().split(/\s+/).filter(isSaid)).toEqual([]);
});
