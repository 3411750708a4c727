import { describe, expect, test } from 'vitest';
import { claimsOf } from './claims.rules.ts';

const claimed = (text: string) => claimsOf(text, 'en').map(({ kind, quote }) => `${kind}: ${quote}`);

describe('a figure', () => {
  test('is a claim with its value, unless it is small', () => {
    expect(claimsOf('40% of three pots and two rakes', 'en')).toEqual([
      { kind: 'figure', quote: '40%', value: 40, isShare: true },
      { kind: 'figure', quote: 'three', value: 3, isShare: false },
    ]);
  });

  test('in another language than English has digits', () => {
    expect(claimsOf('40 Beete, three pots, 2 Schaufeln', 'de').map(({ value }) => value)).toEqual([40, 2]);
  });
});

describe('a quotation', () => {
  test.each([
    ['“Beans want the sun”, said Vita', ['quotation: Beans want the sun']],
    ['«Beans want the sun» wrote a neighbor', ['quotation: Beans want the sun']],
    ['As Vita said: "Beans want the sun"', ['quotation: Beans want the sun']],
    ['Vita said to all of us: "Beans want the sun"', []],
    ['"Beans want the sun" is what our old Vita said', []],
    ['"Beans want the sun" is what old Vita said', ['quotation: Beans want the sun']],
    ['"Beans want the sun" — Vita', ['quotation: Beans want the sun']],
    ['"Beans want the sun"—Vita', ['quotation: Beans want the sun']],
    ['"Beans want the sun" — a sign in the shed', []],
    ['"Beans want the sun" hangs above the shed. Vita — A rose', []],
    ['"Beans want sun", said Vita', []],
    ['The so-called "beans want the sun" rule', []],
  ])('%s', (text, expected) => {
    expect(claimed(text).filter((claim) => claim.startsWith('quotation'))).toEqual(expected);
  });
});

describe('a name', () => {
  test.each([
    ['Margaret Holloway prunes', ['name: Margaret Holloway']],
    ['Ask Dr. Holloway or Mrs Plum', ['name: Dr. Holloway', 'name: Mrs Plum']],
    ['Mr. Plum, Mrs. Plum, Ms. Plum', ['name: Mr. Plum', 'name: Mrs. Plum', 'name: Ms. Plum']],
    ['Prof. Plum and Dr Plum', ['name: Prof. Plum', 'name: Dr Plum']],
    ['Green Holloway prunes', []],
    ['Margaret prunes', []],
  ])('%s', (text, expected) => {
    expect(claimed(text)).toEqual(expected);
  });
});

describe('a study', () => {
  test.each([
    ['According to Forbes beans are up', ['study: According to Forbes']],
    ['It rains, according to the Guardian', ['study: according to the Guardian', 'study: according to the']],
    ['According to grandma', []],
  ])('%s', (text, expected) => {
    expect(claimed(text)).toEqual(expected);
  });

  test('share or record has the value of its words', () => {
    expect(claimsOf('It rained ten years ago', 'en')).toContainEqual({ kind: 'record', quote: 'years ago' });
    expect(claimsOf('Nine of the ten slugs', 'en')).toContainEqual({
      kind: 'share',
      quote: 'nine of the ten',
      value: 9,
      isShare: false,
    });
  });
});

test('a share is of something: the word alone is none', () => {
  expect(claimed('A third of the beds flood')).toContain('share: third of');
  expect(claimed('The third bed floods')).toEqual([]);
});

describe('a deed', () => {
  test.each([
    ['I sold the old van', ['deed: i sold the old van']],
    ['It rains. We quickly watered. I finally sold the old van! Done', ['deed: i finally sold the old van']],
    ['My sister never watered the tomatoes', ['deed: my sister never watered the tomatoes']],
    ["Today I've sold the old van", ["deed: today i've sold the old van"]],
    ['Our sister watered the tomatoes', ['deed: our sister watered the tomatoes']],
    ['I watered the tomatoes, slowly', ['deed: i watered the tomatoes slowly']],
    ['We sold the old van', ['deed: we sold the old van']],
    ["We've sold the old van", ["deed: we've sold the old van"]],
    ["I've got the old van keys", []],
    ['I got the old van keys', ['deed: i got the old van keys']],
    ['If I sold the old van', []],
    ['I sold the old van?', []],
    ['I turned around', []],
    ['I need the big old van', []],
    ['I red the big old van', []],
    ['I bed the big old dahlias', []],
    ['I water the big old van', []],
    ['They sold the big old van', []],
    ['My shed watered the big old van', []],
    ['Your sister watered the big old van', []],
  ])('%s', (text, expected) => {
    expect(claimed(text)).toEqual(expected);
  });

  test('in another language than English is not looked for', () => {
    expect(claimsOf('I sold the old van, according to Forbes', 'de')).toEqual([]);
  });
});

describe('a deed is told', () => {
  const words = (text: string) => text.trim().split(/\s+/);
  const isDeed = (text: string) => claimed(text).some((claim) => claim.startsWith('deed'));

  test('by each verb that has a past of its own, and by none that only looks like a past', () => {
    const verbs = words(`
      ate became began bent bet bit blew bought broke brought built burnt came caught chose cost crept cut
      dealt did drank drew drove dug fed fell felt flew fought found froze gave got grew had heard held hid
      hit hung kept knew laid learnt led left lent lost made met mowed paid put quit ran rang read rode sang
      sat saw sent sewed shot slept sold spent spoke spun spilt stole stood stuck swam swapped swept swore
      taught threw told took tore understood went woke won wore wrote`);
    expect(verbs.filter((verb) => !isDeed(`I ${verb} the old garden van`))).toEqual([]);
    const others = words(
      'bed bored excited feed indeed interested need red seed shed speed supposed tired used weed',
    );
    expect(others.filter((word) => isDeed(`I ${word} the old garden van`))).toEqual([]);
  });

  test('whatever stands between the person and the verb', () => {
    const between = words(`
      actually again all almost already also always both even eventually ever finally first just last
      literally mostly nearly never newly nearly once only quietly really recently simply still suddenly
      then too`);
    expect(between.filter((word) => !isDeed(`I ${word} sold the old garden van`))).toEqual([]);
  });

  test('of people in one’s own life', () => {
    const people = words(`
      aunt boss brother boyfriend clients client coach colleague coworker customer customers dad daughter
      doctor father friend friends girlfriend grandfather grandma grandmother grandpa husband kid kids
      landlord manager mentor mom mother mum neighbor neighbour partner sister son students student teacher
      team therapist uncle wife`);
    expect(people.filter((person) => !isDeed(`My ${person} sold the old garden van`))).toEqual([]);
  });
});

test('a title before a name, and a word that gives speech to somebody, need their source', () => {
  const titles = 'Dr Mr Mrs Ms Prof Professor Doctor Sir Chef Coach Captain President Senator Judge'.split(
    ' ',
  );
  expect(titles.filter((title) => claimed(`Ask ${title} Plum`).length === 0)).toEqual([]);
  const sayings = 'said wrote told famously replied quoted according'.split(' ');
  expect(sayings.filter((said) => claimed(`“Beans want the sun”, so ${said} Vita`).length === 0)).toEqual([]);
});

test('a common first name before a surname names a person, who needs a source', () => {
  const names = `
    aaron abigail adam adrian agnes ahmed aisha alan albert alejandro alex alexander alexandra alice
    alicia alison amanda amelia amir amy ana andrea andreas andrew angela anita ann anna anne annie
    anthony antonio arthur ashley barbara beatriz ben benjamin bernard beth betty bill bob brad brandon
    brenda brian bruce bruno camila carla carlos carmen carol caroline catherine charles charlotte chen
    cheryl chloe chris christian christina christine christopher claire clara claudia colin craig
    cynthia daniel daniela dave david deborah dennis diana diane diego dmitri donald donna doris dorothy
    douglas dylan ed edith eduardo edward elena eli elias elizabeth ella ellen emily emma eric erik
    ernest esther ethan eva evelyn fatima felix fernando fiona florence frances francis francisco frank
    franz fred gabriel gary george gerald gloria grace graham greg gregory greta hannah hans harold
    harry hassan heather hector heidi helen helena henry howard hugh hugo ian ibrahim ines ingrid irene
    isaac isabel isabella ivan jack jacob jacqueline james jamie jan jane janet jason javier jay jean
    jeff jeffrey jennifer jenny jeremy jerry jessica jill jim joan joanna joe joel johan john johnny jon
    jonathan jordan jorge jose joseph joshua joyce juan judith judy julia julian julie justin karen karl
    kate katherine kathleen kathy katie keith kelly ken kenneth kevin kim kurt kyle larry laura lauren
    lawrence lea lee leo leon leonard leslie liam lily linda lisa liz logan lorenzo louis louise lucas
    lucia lucy luis luke lydia magdalena manuel marco marcus margaret maria mariana marie marilyn mario
    marion martha martin mary mateo matt matthew maurice max megan mei melissa mia michael michelle
    miguel mike miriam mohamed mohammed molly monica nadia nancy naomi natalia natalie nathan neil
    nicholas nicole nina noah nora norman oliver olivia omar oscar otto owen pablo pamela patricia
    patrick paul paula pedro penelope peter philip phil priya rachel rafael rahul ralph ramon raymond
    rebecca ricardo richard rita rob robert roberto rodrigo roger ron ronald rosa rosemary ruben russell
    ruth ryan sally sam samantha samuel sandra santiago sara sarah scott sean sebastian sergio sharon
    sheila shirley simon sofia sonia sophia sophie stefan stella stephanie stephen steve steven stuart
    susan suzanne sylvia tanya ted teresa terry theo theodore theresa thomas tim timothy tina todd tom
    tony tracy trevor ursula valentina vanessa vera veronica victor victoria vincent virginia vivian
    vladimir walter wayne wendy wilhelm william xavier yasmin yusuf zachary zoe`;
  const isNamed = (name: string) => claimed(`${name[0]?.toUpperCase()}${name.slice(1)} Plum`).length > 0;
  expect(
    names
      .trim()
      .split(/\s+/)
      .filter((name) => !isNamed(name)),
  ).toEqual([]);
});

test('small words make no deed of a sentence that says little', () => {
  const small = `
    a about above across actually after again against ago ahead all almost along already also although
    always am among an and another any anybody anymore anyone anything anyway anywhere are around as ask
    asked asks at away back be became because become becomes becoming been before behind being below
    beside besides between beyond both but by came can can't cannot come comes coming could couldn't did
    didn't do does doesn't doing don't done down during each either else enough especially etc even ever
    every everybody everyone everything everywhere except few for forget from gave get gets getting give
    gives giving go goes going gone gonna got had hadn't happen happened happens hardly has hasn't have
    haven't having he he'd he's her here here's hers herself him himself his how however i i'd i'll i'm
    i've if in indeed inside instead into is isn't it it'd it'll it's its itself just keep keeps kept
    kind knew know known knows last later least less let let's lets like liked likely likes lot lots
    made main mainly make makes making many may maybe me mean means meant might mine more most mostly
    much must my myself near nearly need needed needs neither never next no nobody none nor not nothing
    now nowhere of off often oh ok okay on once one one's ones only onto or other others otherwise ought
    our ours ourselves out over own per perhaps please put puts quite rather really right said same saw
    say saying says see seem seems seen several shall she she's should shouldn't simply since so some
    somebody somehow someone something sometimes somewhere soon still such sure take taken takes taking
    tell tells than that that's thats the their theirs them themselves then there there's therefore
    these they they'd they'll they're they've thing things think this those though through thus till to
    together told too took toward towards tried tries truly try trying turn turned turns two under
    unless until up upon us use used uses using usually very via wanna want wanted wants was wasn't way
    ways we we'd we'll we're we've well went were weren't what what's whatever when whenever where
    wherever whether which while who who's whoever whole whom whose why will with within without won't
    would wouldn't yes yet you you'd you'll you're you've your yours yourself`;
  const isDeed = (word: string) => claimed(`I sold ${word} van`).some((claim) => claim.startsWith('deed'));
  expect(small.trim().split(/\s+/).filter(isDeed)).toEqual([]);
  expect(isDeed('old')).toBe(true);
});
