import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isExact, meaningOf } from './search.rules.ts';

const digits = (count: number) => '9'.repeat(count);
test.each<[string, ReturnType<typeof meaningOf>]>([
  ['https://x.com/ada/status/1890000000000000001?s=20', { tweetId: '1890000000000000001' }],
  ['x.com/i/web/status/42', { tweetId: '42' }],
  ['mobile.twitter.com/Ada/status/42/photo/1#top', { tweetId: '42' }],
  ['https://www.twitter.com/Ada/?lang=de', { username: 'Ada' }],
  ['@Ada', { username: 'Ada' }],
  ['@', {}],
  ['ada', { username: 'ada', words: 'ada' }],
  ['ad', { username: 'ad' }],
  ['a'.repeat(16), { words: 'a'.repeat(16) }],
  ['Ada@People.example', { words: 'ada@people.example' }],
  ['42', { id: 42, tweetId: '42' }],
  ['0', { tweetId: '0' }],
  [digits(16), { tweetId: digits(16) }],
  [digits(21), { words: digits(21) }],
  ['cus_NffrFeUfNV2Hib', { stripeId: 'cus_NffrFeUfNV2Hib' }],
  ['price_1', { username: 'price_1', words: 'price_1' }],
  ['0195A3C0-7B1E-7000-8000-0123456789AB', { requestId: '0195a3c0-7b1e-7000-8000-0123456789ab' }],
  ['https://evil.example/ada/status/42', { words: 'https://evil.example/ada/status/42' }],
])('%s means %j', (q, meaning) => {
  expect(meaningOf(q)).toEqual(meaning);
});

test('any text has a meaning, and an id never leaves the safe integers', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (q) => {
      const meaning = meaningOf(q);
      if (meaning.id !== undefined) expect(Number.isSafeInteger(meaning.id)).toBe(true);
      expect(isExact(meaning)).toBe(meaning.words === undefined);
    }),
  );
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 20n - 1n }), (id) => {
      expect(meaningOf(String(id)).tweetId).toBe(String(id));
    }),
  );
});
