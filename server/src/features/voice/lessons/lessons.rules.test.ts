import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lessonsOf, pairEdits, ruleText, sortLessons } from './lessons.rules.ts';

test.each([
  ['Rye is back today!', 'Rye is back today.', ['no_exclamation']],
  ['Rye is back 🍞 #rye #bread', 'Rye is back', ['no_hashtag', 'no_emoji']],
  ['Rye is back today.', 'Rye is back today. — Ada', ['sign_off:— Ada']],
  ['Rye is back today.', 'Rye is back today, warm and dark.', []],
  [
    'Rye is back on the shelf today and so are the buns that you asked for all of last week',
    'Rye is back on the shelf today and so are the buns',
    ['shorter'],
  ],
  ['Rye… “back”\ntoday', 'Rye back today', ['no_ellipsis', 'no_line_break', 'no_quotes']],
  // What is kept must be two words of five.
  ['One two three four five!', 'One two six seven eight', ['no_exclamation']],
  ['One two three four five!', 'One six seven eight nine', []],
  // A sign-off is at the end and has at most four words.
  ['Rye is back', 'Rye is back one two three four', ['sign_off:one two three four']],
  ['Rye is back', 'Rye is back one two three four five', []],
  // A replaced word stands alone between words that stayed, or at either end.
  ['Rye we utilize', 'Rye we use', ['replace:utilize>use']],
  ['We utilize good rye today', 'We use rye today', []],
])('changing "%s" to "%s" teaches %j', (before, after, lessons) => {
  expect(lessonsOf(before, after)).toEqual(lessons);
});

test('a post is shorter that lost a quarter of its characters, and thirty of them', () => {
  const text = (length: number) => `${'rye '.repeat(length).slice(0, length - 1)}e`;
  const isShorter = (before: number, after: number) =>
    lessonsOf(text(before), text(after)).includes('shorter');
  expect([isShorter(120, 90), isShorter(120, 91)]).toEqual([true, false]);
  expect([isShorter(101, 71), isShorter(101, 72)]).toEqual([true, false]);
});

test('each lesson has a rule in words, and what is no lesson has none', () => {
  expect(ruleText('no_hashtag')).toBe('Use no hashtags.');
  expect(ruleText('shorter')).toBe('Keep posts shorter.');
  expect(ruleText('replace:utilize>use')).toBe('Write “use” rather than “utilize”.');
  expect(ruleText('sign_off:— Ada')).toBe('End each post with “— Ada”.');
  for (const none of ['no_capitals', 'replace:x>', 'replace:x>y\nz', 'my sign_off:x', ''])
    expect(ruleText(none), none).toBeNull();
});

test('an edited draft is found by its words; one that was not touched is none', () => {
  const drafts = ['Rye is back today!', 'The ovens are hot', 'Buns at nine tomorrow'];
  const saved = ['Buns at ten tomorrow', 'The ovens are hot', 'Rye is back today.'];
  expect(pairEdits(drafts, saved)).toEqual([
    { before: 'Buns at nine tomorrow', after: 'Buns at ten tomorrow' },
    { before: 'Rye is back today!', after: 'Rye is back today.' },
  ]);
  expect(pairEdits(drafts, ['Something of my own'])).toEqual([]);
});

test('what was met three times is proposed, most often first; accepted it is a rule', () => {
  const met = (lesson: string, times: number, state: 'counted' | 'accepted' | 'dismissed' = 'counted') => ({
    accountId: 1,
    lesson,
    times,
    state,
    lastAt: new Date(0),
  });
  const lessons = [
    met('no_emoji', 3),
    met('shorter', 5),
    met('no_dash', 2),
    met('no_hashtag', 9, 'dismissed'),
    met('no_exclamation', 4, 'accepted'),
    met('unheard_of', 9),
    met('no_dash', 1, 'accepted'),
    met('no_question', 30, 'accepted'),
  ];
  expect(sortLessons(lessons)).toEqual({
    proposals: [
      { lesson: 'shorter', text: 'Keep posts shorter.', times: 5 },
      { lesson: 'no_emoji', text: 'Use no emoji.', times: 3 },
    ],
    rules: [
      { lesson: 'no_dash', text: 'Use no dashes.' },
      { lesson: 'no_exclamation', text: 'Use no exclamation marks.' },
      { lesson: 'no_question', text: 'Ask no questions.' },
    ],
  });
});

test('any edit teaches few lessons, each of a known form that the database takes', () => {
  fc.assert(
    fc.property(fc.lorem({ maxCount: 20 }), fc.string({ unit: 'grapheme', maxLength: 80 }), (text, added) => {
      for (const [before, after] of [
        [text, text + added],
        [text + added, text],
        [text, added],
      ] as const) {
        const lessons = lessonsOf(before, after);
        expect(lessons.length).toBeLessThanOrEqual(8);
        expect(new Set(lessons).size).toBe(lessons.length);
        for (const lesson of lessons) {
          expect(ruleText(lesson), lesson).not.toBeNull();
          expect([...lesson].length).toBeLessThanOrEqual(100);
        }
      }
    }),
  );
});
