import { expect, test } from 'vitest';
import { baitIn } from './tells.rules.ts';

test.each([
  ['RT if you water at night', 'rt if you'],
  ['Save this for your next dry week', 'save this'],
  ['100 likes = a new video', 'likes = a'],
  ['Follow me for garden news', 'follow me for'],
  ['Type amen if it rained', 'type amen'],
  ['Tell me in the comments', 'tell me in the comments'],
  ['Tag a friend who waters at noon', 'tag a'],
  ["Who's with me", "who's with me"],
  ['Rain at last. Thoughts?', 'thoughts?'],
  ['Link in bio', 'link in bio'],
  ['First 10 people get a seed', 'first 10 people'],
  ['Folge uns für mehr Regen', 'folge uns'],
  ['Estás de acuerdo?', 'estás de acuerdo?'],
  ['Partagez si il pleut', 'partagez si'],
  ['Siga para mais chuva', 'siga para'],
])('a post that begs is told by the words that beg: %s', (text, quote) => {
  expect(baitIn(text)).toEqual({ quote, why: 'X hides posts that beg for likes, reposts or replies.' });
});

test.each([
  'The slugs like it if you water at night',
  'They save if they can',
  'The bots retweet to win',
  'Did he follow me? Into the shed.',
  'What do you think he ate?',
  'Agree on a price? No',
  'A post about comments',
])('the same words in the middle of a thought beg for nothing: %s', (text) => {
  expect(baitIn(text)).toBeUndefined();
});
