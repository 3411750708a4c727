import { describe, expect, it, test } from 'vitest';
import { baitIn, machineToneOf } from './tells.rules.ts';

function tone(text: string) {
  const found = machineToneOf(text, 'en');
  return found && { quote: found.quote, why: found.why };
}

describe('the marks of a machine', () => {
  const dashes = { quote: '—', why: 'Dashes instead of separate sentences.' };
  const slogans = { quote: '', why: 'A row of slogans instead of a sentence.' };
  const cheers = { quote: '', why: 'Hype emoji.' };
  const emoji = { quote: '', why: 'More emoji than a person would use.' };

  test.each([
    ['two dashes', 'Beans first — then peas — then leeks', undefined],
    ['three dashes', 'Beans first — then peas — then leeks – then rest', dashes],
    ['three short sentences', 'Dig. Sow. Rake.', undefined],
    ['two emoji that cheer', 'The beans are up 🚀🔥', undefined],
    ['three of them', 'The beans are up 🚀🔥💯', cheers],
    ['three other emoji', 'The beans are up 🌱🐌🍅', undefined],
    ['four of them', 'The beans are up 🌱🐌🍅🌧️', emoji],
    ['one dash and one that cheers', 'Beans first — then peas 🚀', undefined],
    ['two dashes and one that cheers', 'Beans first — then peas — then leeks 🚀', dashes],
    ['one dash and two that cheer', 'Beans first — then peas 🚀🚀', dashes],
    ['one dash and three other emoji', 'Beans first — then peas 🌱🐌🍅', undefined],
    ['two dashes and two other emoji', 'Beans first — then peas — then leeks 🌱🐌', undefined],
    ['two dashes and three other emoji', 'Beans first — then peas — then leeks 🌱🐌🍅', dashes],
    ['three short sentences and two that cheer', 'Dig. Sow. Rake. 🚀🔥', slogans],
    ['sentences of three words', 'Dig, dig, dig. Sow it now. Rake. 🚀🔥', slogans],
    ['a last sentence of four words', 'Dig. Sow. Rake the wet bed. 🚀🔥', undefined],
    ['a long one between short ones', 'Dig. Sow in the wet bed. Rake. Rest. 🚀🔥', undefined],
    ['a long one in front', 'Here is the plan. Dig. Sow. Rake. 🚀🔥', slogans],
    ['two short sentences and two that cheer', 'Dig. Sow. 🚀🔥', undefined],
  ])('%s: %s', (_, text, expected) => {
    expect(tone(text)).toEqual(expected);
  });
});

describe('the grammar of a machine', () => {
  it('is a subject that does not agree, in English alone', () => {
    const text = 'Local buses beats the car';
    expect(tone(text)).toEqual({ quote: 'buses beats', why: 'Subject and verb do not agree.' });
    expect(machineToneOf(text, 'de')).toBeUndefined();
  });

  test.each([
    ['Beans bring patience, kindness, and wisdom home', 'patience, kindness, and wisdom'],
    ['Beans bring patience, kindness and wisdom', 'patience, kindness, and wisdom'],
    ['Patience, beans and wisdom', 'patience, beans, and wisdom'],
  ])('is three nouns that nobody can touch: %s', (text, quote) => {
    expect(tone(text)).toEqual({ quote, why: 'Three abstract nouns in a row.' });
  });

  test.each([
    'Wisdom, beans and peas',
    'Beans, patience, kindness, and wisdom',
    'Patience, kindness or wisdom',
    'Patience, kindness and',
    'Patience and kindness and wisdom',
  ])('but not: %s', (text) => {
    expect(tone(text)).toBeUndefined();
  });
});

describe('the phrases of a machine', () => {
  const commonplace = 'A commonplace. Say something specific to this subject.';

  it('are quoted as they stand, the plainest in front, with what is wrong', () => {
    expect(tone('Worth every bean. Hope this email finds you. Unlock your potential')).toMatchObject({
      quote: 'unlock',
    });
    expect(tone('Confession: worth every bean')).toEqual({ quote: 'confession:', why: commonplace });
  });

  it('that are faint count from two on', () => {
    expect(tone('Worth every bean')).toBeUndefined();
    expect(tone('Less is more')).toBeUndefined();
    expect(tone('Less is more, so back to basics')?.quote).toBe('less is more');
    expect(tone('No pain, and thank me later')?.quote).toBe('no pain');
    expect(tone('Worth every bean — and every pea — of it')?.quote).toBe('worth every');
  });

  test.each([
    ['de', 'Hand aufs Herz', 'Eine Floskel. Sag die Sache selbst.'],
    ['es', 'No se trata de regar más, sino de regar bien', expect.any(String)],
    ['fr', 'Soyons honnêtes', expect.any(String)],
    ['pt', 'A verdade é que chove', expect.any(String)],
  ] as const)('are of its language: %s, %s', (language, text, why) => {
    expect(machineToneOf(text, language)?.why).toEqual(why);
    expect(tone(text)).toBeUndefined();
  });
});

test('a call to press a button is quoted, with what X does to it', () => {
  expect(baitIn('Rain again. Like if you agree')).toEqual({
    quote: 'like if you',
    why: 'X hides posts that beg for likes, reposts or replies.',
  });
  expect(baitIn('Slugs again! Thoughts?')?.quote).toBe('thoughts?');
  expect(baitIn('The slugs like it if you water at night')).toBeUndefined();
});

describe('a post that begs is told by the words that beg', () => {
  test.each([
    ['RT if you water at night', 'rt if you'],
    ['Save this for your next dry week', 'save this'],
    ['Retweet this post, please', 'retweet this'],
    ['Like and share with your street', 'like and share'],
    ['Like & share with your street', 'like & share'],
    ['Like = yes, slugs', 'like ='],
    ['100 likes = a new video', 'likes = a'],
    ['Retweet for rain', 'retweet for'],
    ['Follow me for garden news', 'follow me for'],
    ['Follow if you grow lettuce', 'follow if'],
    ['Follow for daily slugs', 'follow for'],
    ['Comment yes and I send the list', 'comment yes'],
    ['Type amen if it rained', 'type amen'],
    ['Drop your best trick', 'drop your'],
    ['Tell me in the comments', 'tell me in the comments'],
    ['Comments below, please', 'comments below'],
    ['Let me know below', 'let me know below'],
    ['Tag a friend who waters at noon', 'tag a'],
    ['Who else loves slugs', 'who else loves'],
    ["Who's with me", "who's with me"],
    ['Raise your hand for rain', 'raise your hand'],
    ['Hands up if you mulch', 'hands up if'],
    ['Slugs are clever. Agree?', 'agree?'],
    ['Agree or disagree', 'agree or disagree'],
    ['Rain at last. Thoughts?', 'thoughts?'],
    ['Am I right?', 'am i right?'],
    ['Can I get a hooray', 'can i get a'],
    ['DM me for the plan', 'dm me for'],
    ['Link in bio', 'link in bio'],
    ['Check out my profile', 'check out my profile'],
    ['Turn on notifications', 'turn on notifications'],
    ['Turn notifications on', 'turn notifications on'],
    ["Don't forget to subscribe", "don't forget to subscribe"],
    ['Subscribe to the letter', 'subscribe to'],
    ['Click the link', 'click the link'],
    ['First 10 people get a seed', 'first 10 people'],
    ['f4f', 'f4f'],
    ['Seed giveaway on Friday', 'giveaway'],
    ['Teilen wenn es regnet', 'teilen wenn'],
    ['Folge uns für mehr Regen', 'folge uns'],
    ['Kommentiere jemanden', 'kommentiere jemanden'],
    ['Stimmst du zu?', 'stimmst du zu?'],
    ['Sígueme para más lluvia', 'sígueme para'],
    ['Estás de acuerdo?', 'estás de acuerdo?'],
    ['Partagez si il pleut', 'partagez si'],
    ["D'accord?", "d'accord?"],
    ['Siga para mais chuva', 'siga para'],
    ['Concorda?', 'concorda?'],
  ])('%s', (text, quote) => {
    expect(baitIn(text)?.quote).toBe(quote);
  });
});
