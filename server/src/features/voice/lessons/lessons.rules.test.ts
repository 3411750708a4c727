import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lessonsOf, pairEdits, ruleText, sortLessons } from './lessons.rules.ts';

test.each([
  ['Rye is back today!', 'Rye is back today.', ['no_exclamation']],
  ['Rye is back 🍞 #rye #bread', 'Rye is back', ['no_hashtag', 'no_emoji']],
  ['Rye is back — and warm', 'Rye is back and warm', ['no_dash']],
  ['We utilize rye every day', 'We use rye every day', ['replace:utilize>use']],
  ['Rye is back today.', 'Rye is back today. — Ada', ['sign_off:— Ada']],
  ['Rye is back today.', 'Rye is back today, warm and dark.', []],
  ['Rye is back today.', 'Rye is back today. Come in and have a slice with us before noon', []],
  [
    'Rye is back on the shelf today and so are the buns that you asked for all of last week',
    'Rye is back on the shelf today and so are the buns',
    ['shorter'],
  ],
  ['Rye is back!', 'Something else altogether', []],
  ['Rye is back', 'Rye is back', []],
  ['Rye is back', '', []],
  ['Rye costs 5 today', 'Rye costs 6 today', []],
  ['Rye  is back ', 'Rye is back', []],
  ['🍞!', '🍞', []],
  ['Rye; is it back?', 'Rye is back', ['no_semicolon', 'no_question']],
  ['Rye… “back”\ntoday', 'Rye back today', ['no_ellipsis', 'no_line_break', 'no_quotes']],
  // What is kept must be two words of five.
  ['One two three four five!', 'One two six seven eight', ['no_exclamation']],
  ['One two three four five!', 'One six seven eight nine', []],
  // Words that changed places: the longest run that both have stays.
  ['Rye loaf bun!', 'Bun rye loaf', ['no_exclamation']],
  ['Bun rye loaf!', 'Rye loaf bun', ['no_exclamation']],
  ['Rye loaf bun cake!', 'Bun cake rye', ['no_exclamation']],
  // A sign-off is behind the text, has at most four words and sixty characters, and a letter or a picture.
  ['Rye is back', 'Rye is back one two three four', ['sign_off:one two three four']],
  ['Rye is back', 'Rye is back one two three four five', []],
  ['Rye is back', `Rye is back ${'x'.repeat(60)}`, [`sign_off:${'x'.repeat(60)}`]],
  ['Rye is back', `Rye is back ${'x'.repeat(61)}`, []],
  ['Rye is back', 'Rye is back 🍞', ['sign_off:🍞']],
  ['Rye is back', 'Rye is back 5.', []],
  ['Rye is back', 'So rye is back', []],
  // A word is replaced that stands alone between words that stayed, or at either end.
  ['Utilize rye', 'Use rye', ['replace:utilize>use']],
  ['Rye we utilize', 'Rye we use', ['replace:utilize>use']],
  ['We utilize rye and utilize buns', 'We use rye and use buns', ['replace:utilize>use']],
  ['We utilize good rye today', 'We use rye today', []],
  ['We utilize rye today', 'We use good rye today', []],
  ['We utilize old rye today', 'We use good rye today', []],
  ['We utilize x today', 'We utilize y today', []],
  ['We utilize rye_1 today', 'We utilize bun today', []],
  ['We utilize bun today', 'We utilize 3buns today', []],
  [
    'The quick rye loaf is the best of the day',
    'The slow rye loaf is best of the whole day',
    ['replace:quick>slow'],
  ],
  ['Bun rye cake loaf tart', 'Rye cake loaf bun bread', []],
  ['Rye loaf bun tart cake', 'Bun rye loaf pie cake', []],
  [`We like ${'x'.repeat(30)} today`, 'We like rye today', [`replace:${'x'.repeat(30)}>rye`]],
  [`We like ${'x'.repeat(31)} today`, 'We like rye today', []],
])('changing "%s" to "%s" teaches %j', (before, after, lessons) => {
  expect(lessonsOf(before, after)).toEqual(lessons);
});

test('a post is shorter that lost a quarter of its characters, and thirty of them', () => {
  const text = (length: number) => `${'rye '.repeat(length).slice(0, length - 1)}e`;
  const isShorter = (before: number, after: number) =>
    lessonsOf(text(before), text(after)).includes('shorter');
  expect([isShorter(120, 90), isShorter(120, 91)]).toEqual([true, false]);
  expect([isShorter(101, 71), isShorter(101, 72)]).toEqual([true, false]);
  expect([isShorter(200, 150), isShorter(200, 151)]).toEqual([true, false]);
  expect(isShorter(90, 120)).toBe(false);
});

test('the first 150 words are compared, and one edit teaches at most eight lessons', () => {
  const words = Array.from({ length: 150 }, () => 'rye');
  const changed = (at: number) =>
    lessonsOf([...words, 'rye'].join(' '), [...words, 'rye'].with(at, 'bun').join(' '));
  expect(changed(150)).toEqual([]);
  expect(changed(75)).toEqual(['replace:rye>bun']);
  const loud = 'Rye #bread — is; back… “today”\nwith 🍞, right? Yes!';
  expect(lessonsOf(loud, 'Rye is back today with, right Yes')).toEqual([
    'no_exclamation',
    'no_hashtag',
    'no_emoji',
    'no_dash',
    'no_semicolon',
    'no_ellipsis',
    'no_question',
    'no_line_break',
  ]);
});

test('each lesson has a rule in words, and what is no lesson has none', () => {
  expect(ruleText('no_hashtag')).toBe('Use no hashtags.');
  expect(ruleText('shorter')).toBe('Keep posts shorter.');
  expect(ruleText('replace:utilize>use')).toBe('Write “use” rather than “utilize”.');
  expect(ruleText('sign_off:— Ada')).toBe('End each post with “— Ada”.');
  expect(
    ['exclamation', 'emoji', 'dash', 'semicolon', 'ellipsis'].map((trait) => ruleText(`no_${trait}`)),
  ).toEqual([
    'Use no exclamation marks.',
    'Use no emoji.',
    'Use no dashes.',
    'Use no semicolons.',
    'Use no ellipsis.',
  ]);
  expect(['question', 'line_break', 'quotes'].map((trait) => ruleText(`no_${trait}`))).toEqual([
    'Ask no questions.',
    'Write without line breaks.',
    'Use no quotation marks.',
  ]);
  for (const none of [
    'no_capitals',
    'replace:x',
    'replace:x>',
    'replace:x>y\nz',
    'a replace:x>y',
    'emoji',
    'my sign_off:x',
    '',
  ])
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

test('a draft has one edit, and an edit the draft that it has most words of, two of five at least', () => {
  const before = (drafts: string[], ...saved: string[]) =>
    pairEdits(drafts, saved).map((pair) => pair.before);
  const [short, long] = ['Buns at nine', 'Buns at nine tomorrow morning'];
  expect(before([short, long], 'Buns at ten tomorrow morning')).toEqual([long]);
  expect(before([long, short], 'Buns at ten tomorrow morning')).toEqual([long]);
  expect(before(['Rye at nine', 'Rye at ten'], 'Rye at noon')).toEqual(['Rye at nine']);
  expect(before([short], 'Buns at ten', 'Buns at noon')).toEqual([short]);
  expect(before([short, 'Rye at nine'], 'Buns at ten', 'Rye at ten')).toEqual([short, 'Rye at nine']);
  // What was not touched is nobody's draft, and no edit.
  expect(pairEdits(['Rye at ten', 'Rye at nine'], ['Rye at ten', 'Rye at noon'])).toEqual([
    { before: 'Rye at nine', after: 'Rye at noon' },
  ]);
  expect(before(['One two three four five'], 'One two')).toEqual(['One two three four five']);
  expect(before(['One two three'], 'One')).toEqual([]);
  expect(before(['🍞'], '🥐')).toEqual([]);
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
    met('no_quotes', 3),
    met('no_colon', 3),
    met('no_ellipsis', 3),
    met('no_dash', 1, 'accepted'),
    met('no_question', 30, 'accepted'),
  ];
  expect(sortLessons(lessons)).toEqual({
    proposals: [
      { lesson: 'shorter', text: 'Keep posts shorter.', times: 5 },
      { lesson: 'no_ellipsis', text: 'Use no ellipsis.', times: 3 },
      { lesson: 'no_emoji', text: 'Use no emoji.', times: 3 },
      { lesson: 'no_quotes', text: 'Use no quotation marks.', times: 3 },
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
