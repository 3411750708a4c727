import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isExact, meaningOf } from './search.rules.ts';

test('addresses of posts and people, ids and handles mean one thing; other words may mean several', () => {
  expect(meaningOf('https://x.com/ada/status/1890000000000000001?s=20')).toEqual({
    tweetId: '1890000000000000001',
  });
  expect(meaningOf('x.com/i/web/status/42')).toEqual({ tweetId: '42' });
  expect(meaningOf('https://twitter.com/Ada/status/42/photo/1')).toEqual({ tweetId: '42' });
  expect(meaningOf('https://x.com/ada_l')).toEqual({ username: 'ada_l' });
  expect(meaningOf('@Ada')).toEqual({ username: 'Ada' });
  expect(meaningOf('ada')).toEqual({ username: 'ada', words: 'ada' });
  expect(meaningOf('ad')).toEqual({ username: 'ad' });
  expect(meaningOf('Ada@People.example')).toEqual({ words: 'ada@people.example' });
  expect(meaningOf('Real estate')).toEqual({ words: 'real estate' });
  expect(meaningOf('42')).toEqual({ id: 42, tweetId: '42' });
  expect(meaningOf('0')).toEqual({ tweetId: '0' });
  expect(meaningOf('1890000000000000001')).toEqual({ tweetId: '1890000000000000001' });
  expect(meaningOf('cus_NffrFeUfNV2Hib')).toEqual({ stripeId: 'cus_NffrFeUfNV2Hib' });
  expect(meaningOf('in_1')).toEqual({ stripeId: 'in_1' });
  expect(meaningOf('0195A3C0-7B1E-7000-8000-0123456789AB')).toEqual({
    requestId: '0195a3c0-7b1e-7000-8000-0123456789ab',
  });
  expect(meaningOf('@')).toEqual({});
  expect(meaningOf('https://evil.example/ada/status/42')).toEqual({
    words: 'https://evil.example/ada/status/42',
  });
});

test('whatever is typed is read, and an id never leaves the safe integers', () => {
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
