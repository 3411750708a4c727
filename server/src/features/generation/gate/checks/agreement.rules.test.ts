import { expect, test } from 'vitest';
import { disagreementIn } from './agreement.rules.ts';
import { tokensOf } from './words.rules.ts';

const clashIn = (text: string) => disagreementIn(tokensOf(text));

test.each([
  ['They wants the hose', 'they wants'],
  ['It rained. Others wakes up early', 'others wakes'],
  ['He want a spade', 'he want'],
  ['Each have a spade', 'each have'],
  ['Buses beats the car', 'buses beats'],
  ['Local buses beats cars', 'buses beats'],
  ['Beans needs the sun', 'beans needs'],
])('in %j these do not agree: %s', (text, clash) => {
  expect(clashIn(text)).toBe(clash);
});

test.each([',', ';', ':', ' and', ' but', ' while', ' because', ' when', ' if', ' that'])(
  'a clause begins after "%s", and its pronoun is a subject',
  (mark) => {
    expect(clashIn(`It froze${mark} they goes home`)).toBe('they goes');
    expect(clashIn(`It froze${mark} she go home`)).toBe('she go');
  },
);

test.each([
  ['words that agree', 'They want the hose. He wants a spade'],
  ['a pronoun that is no subject', 'The best of others is gone and one beside she want'],
  ['a noun behind a preposition', 'Behind buses beats the drum'],
  ['a noun behind a verb in -ing', 'Growing beans beats the shop'],
  ['a noun as the third word', 'The local buses beats the car'],
  ['what may be a noun: nothing behind it', 'Garden beats'],
  ['a verb at the end', 'Buses beats'],
  ['a word that is a noun, too, without an object', 'Beans needs sun'],
  ['is and was', 'Beans is the best'],
  ['was', 'Beans was the best'],
  ['three letters', 'Abs needs the sun'],
  ['no -s', 'Fern needs the sun'],
  ['-ss', 'Watercress needs the sun'],
  ['-us', 'Fungus needs the sun'],
  ['a genitive', "Neighbor's needs the sun"],
  ['one thing in -s', 'Canvas needs the sun'],
  ['a verb in -s', 'Costs beats the rent'],
])('nothing is said of %s: %s', (_, text) => {
  expect(clashIn(text)).toBeUndefined();
});

const words = (text: string) => text.trim().split(/\s+/);

test('of the common verbs each disagrees in the wrong number', () => {
  const ofOne = words(`
    adds asks beats becomes begins believes breaks brings builds buys calls carries changes comes costs
    creates cuts deserves does drives eats enjoys falls feels fills finds forgets gets gives goes grows
    happens has helps hurts inspires is keeps knows leads learns leaves likes lives looks loses loves makes
    means needs opens pays plays puts reads runs says sees seems sells sends shows sleeps speaks spends
    starts stays stops takes talks teaches tells thinks tries turns understands uses waits wakes walks wants
    was wears wins works writes`);
  expect(ofOne.filter((verb) => !clashIn(`They ${verb} in the shed`))).toEqual([]);
  const ofMany = words(`
    are become begin believe bring come deserve do don't drive eat enjoy feel find forget get give go grow
    happen have help inspire keep know lead learn like live look lose love make mean need pay seem show
    start stay take teach tell think try understand use wait want were win work write`);
  expect(ofMany.filter((verb) => !clashIn(`She ${verb} in the shed`))).toEqual([]);
  for (const many of ['they', 'we', 'others', 'people'])
    expect(clashIn(`${many} wants a hose`), many).toBeDefined();
  for (const one of ['he', 'she', 'nobody', 'each']) expect(clashIn(`${one} want a hose`), one).toBeDefined();
});

test('of a noun the verbs disagree that are no nouns, and others before an object', () => {
  const plain = words(`
    asks beats becomes begins believes brings comes deserves does eats enjoys feels forgets gets gives goes
    grows happens has knows learns loses makes pays puts says sees seems sells speaks takes teaches tells
    thinks understands wears writes`);
  expect(plain.filter((verb) => !clashIn(`Buses ${verb} slowly`))).toEqual([]);
  const objects = words(`
    a an the your my our their his her its every any all no this that these those me you us them it more`);
  expect(objects.filter((object) => !clashIn(`Beans needs ${object} hose`))).toEqual([]);
});

test('a word in -s of which there is one is no plural, nor is one behind a preposition', () => {
  const one = words(`
    always perhaps this thus its is was has does yes us across plus less news physics politics mathematics
    economics athletics series species chess glass grass class boss bus gas dress press mess loss cross bass
    moss process success business fitness wellness happiness illness kindness darkness address access
    progress stress princess witness lens christmas james texas paris canvas iris basis crisis analysis`);
  expect(one.filter((word) => clashIn(`${word} needs the sun`))).toEqual([]);
  const before = words(
    'of on in at for with from to by under over behind between about through after before against how what',
  );
  expect(before.filter((word) => clashIn(`${word} buses beats the drum`))).toEqual([]);
});
