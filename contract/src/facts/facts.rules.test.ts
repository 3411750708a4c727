import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FACT_MAX, factKinds, feedProblemTexts, readSheet, sameFact, sheetTooLong } from './facts.rules.ts';

test('FACT-03 a sheet has a fact on each line, and its prefix names the kind', () => {
  const sheet = `
    - Pro costs $19 a month
    Price: Standard costs $9 a month\r
    12) dates: The sale ends on 31 March
    OPINION:Plans should be short
    pro   costs $19 a month
    Stories about prices: a fact of its own
    ***
    Buy 2. Get one - free
    2026 was good
    7
  `;
  expect(readSheet(sheet, 'product')).toEqual({
    facts: [
      { line: 2, kind: 'product', text: 'Pro costs $19 a month' },
      { line: 3, kind: 'price', text: 'Standard costs $9 a month' },
      { line: 4, kind: 'date', text: 'The sale ends on 31 March' },
      { line: 5, kind: 'opinion', text: 'Plans should be short' },
      { line: 7, kind: 'product', text: 'Stories about prices: a fact of its own' },
      { line: 9, kind: 'product', text: 'Buy 2. Get one - free' },
      { line: 10, kind: 'product', text: '2026 was good' },
      { line: 11, kind: 'product', text: '7' },
    ],
    faults: [],
  });
});

test('FACT-05 a line that is too long is named, the others are read', () => {
  const long = 'x'.repeat(FACT_MAX + 1);
  const { facts, faults } = readSheet(`${'y'.repeat(FACT_MAX)}\n${long}`, 'story');
  expect(facts.map(({ line }) => line)).toEqual([1]);
  expect(faults).toEqual([{ line: 2, message: 'Line 2 has 501 characters; a fact has at most 500.' }]);
});

test('whatever is pasted, each fact is one line within bounds, and none is there twice', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 1_500 }),
      fc.constantFrom(...factKinds),
      (sheet, kind) => {
        const { facts } = readSheet(sheet, kind);
        for (const { text } of facts) {
          expect(text).toBe(text.trim());
          expect(text).not.toMatch(/[\r\n]/);
          expect(text.length).toBeGreaterThan(0);
          expect(text.length).toBeLessThanOrEqual(FACT_MAX);
        }
        expect(new Set(facts.map(({ text }) => sameFact(text))).size).toBe(facts.length);
      },
    ),
  );
});

test('FACT-10 what is wrong with a feed is said with what to do about it', () => {
  expect(feedProblemTexts).toEqual({
    not_an_address: 'Enter the address of a feed, such as https://example.com/feed.xml, without a password.',
    host_not_listed:
      'This feed is on a site that is not on the list, or redirects to one. Use a feed of a listed site.',
    not_public: 'This address leads into a private network. Use a feed on the public internet, over https.',
    no_answer: 'The site did not answer. Check the address, or try again later.',
    refused: 'The site refused to send the feed. Check the address, or try again later.',
    too_slow: 'The feed did not arrive within 10 seconds. Try again later.',
    too_large: 'The feed is larger than 1 MB. Choose a smaller one.',
    too_many_redirects: 'The address redirects more than 3 times. Use the one that it leads to.',
    not_a_feed: 'There is no RSS or Atom feed at this address. Look for the address of the feed itself.',
  });
  expect(sheetTooLong).toBe('A sheet has at most 60,000 characters. Add it in parts.');
});
