import { DAY_MS } from '@drumbeat/contract/time.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Batch, judgeBatch } from './batch.rules.ts';
import { english } from './gate.fixture.ts';
import { readLexicon } from './lists/read-lexicon.ts';

const isKnown = readLexicon('en');
const posts = [
  'Water in the morning and the leaves dry before night.',
  'Mint belongs in a pot, and it will still try to leave.',
  'Which tool in your shed gets used least?',
  'Copper tape disappoints everyone who trusts it with lettuce.',
  'A cold frame is an old window with ambitions.',
  'Leeks stand through snow while the dahlias sulk in the cellar.',
  'Does anybody label seedlings in time?',
  'Straw under the strawberries keeps mud and slugs away.',
  'Old sheets save basil from the first frost.',
  'Roots follow water, so water deep and seldom.',
];

function judge(drafts: readonly string[], change: Partial<Batch> = {}) {
  const batch = { times: days(drafts.length), accepted: [], neighbours: [], ...change };
  return judgeBatch(drafts, english, batch, isKnown);
}

/** Noon of as many days in a row. */
function days(count: number, step = 1): number[] {
  return Array.from({ length: count }, (_, i) => Date.UTC(2026, 10, 20, 12) + i * step * DAY_MS);
}

describe('a batch', () => {
  it('keeps the refused with their faults, tidied', () => {
    expect(judge(['1. "Like if you agree about slugs."', posts[0] ?? '']).refused).toEqual([
      expect.objectContaining({ text: 'Like if you agree about slugs.', fault: 'bait' }),
    ]);
  });

  it('refuses the second of two that are nearly the same, here and among earlier posts', () => {
    const [first = ''] = posts;
    for (const variant of [first.toUpperCase(), `${first} #water`, first.replace('before', 'by')]) {
      expect(judge([first, variant]).refused[0]?.fault).toBe('too_similar');
      expect(judge([variant], { neighbours: [{ text: first, at: null }] }).refused[0]?.fault).toBe(
        'too_similar',
      );
      expect(judge([variant], { accepted: [first] }).refused[0]?.fault).toBe('too_similar');
    }
  });

  it('opens with the same three words once in ten days', () => {
    const [one, other] = [
      'Water in the morning and the leaves dry before night.',
      'Water in the saucer drowns a lavender within one wet autumn.',
    ];
    const refused = (change: Partial<Batch>) => judge([other], { times: days(20), ...change }).refused[0];
    const at = days(1)[0] ?? 0;
    expect(refused({ neighbours: [{ text: one, at: at - 9 * DAY_MS }] })).toMatchObject({
      fault: 'same_opening',
      quote: 'water in the',
    });
    expect(refused({ neighbours: [{ text: one, at: at - 10 * DAY_MS }] })).toBeUndefined();
    expect(refused({ neighbours: [{ text: one, at: at + 9 * DAY_MS }] })?.fault).toBe('same_opening');
    expect(judge([one, other]).refused[0]?.fault).toBe('same_opening');
    expect(judge([one, other], { times: days(20, 10) }).refused).toEqual([]);
    expect(judge([one, other], { times: days(20, 9) }).refused[0]?.fault).toBe('same_opening');
  });

  it('has one form in at most three of ten posts', () => {
    const questions = [
      'Which tool in your shed gets used least?',
      'Does anybody label seedlings in time?',
      'Where do the snails go in August?',
      'How late is too late for garlic?',
    ];
    const { accepted, refused } = judge([...questions, ...posts.slice(3, 6)], { times: days(10) });
    expect(accepted.filter((text) => text.endsWith('?'))).toHaveLength(3);
    expect(refused).toEqual([{ text: questions[3], fault: 'same_form', quote: 'question' }]);
    expect(judge(questions.slice(0, 3), { times: days(3) }).refused).toEqual([]);
  });

  it('loses nothing and takes nothing twice', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...posts), fc.string({ maxLength: 300 }))), (drafts) => {
        const { accepted, refused } = judge(drafts);
        expect(accepted.length + refused.length).toBe(drafts.length);
        expect(new Set(accepted).size).toBe(accepted.length);
        expect(judge(accepted, { accepted }).accepted).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });
});
