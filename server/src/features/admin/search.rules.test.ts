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
  for (const kind of ['cus', 'sub', 'in', 'ch', 'pi', 're', 'dp', 'du', 'evt', 'cs'])
    expect(meaningOf(`${kind}_1aB`), kind).toEqual({ stripeId: `${kind}_1aB` });
  expect(meaningOf('price_1')).toEqual({ username: 'price_1', words: 'price_1' });
  expect(meaningOf('0195A3C0-7B1E-7000-8000-0123456789AB')).toEqual({
    requestId: '0195a3c0-7b1e-7000-8000-0123456789ab',
  });
  expect(meaningOf('@')).toEqual({});
  expect(meaningOf('http://www.x.com/ada/status/42#top')).toEqual({ tweetId: '42' });
  expect(meaningOf('mobile.twitter.com/ada/status/42')).toEqual({ tweetId: '42' });
  expect(meaningOf('https://www.twitter.com/Ada/?lang=de')).toEqual({ username: 'Ada' });
  expect(meaningOf('x.com/ada#top')).toEqual({ username: 'ada' });
  expect(meaningOf('x.com/ada/status/42x')).toEqual({ words: 'x.com/ada/status/42x' });
  expect(meaningOf('a'.repeat(15))).toEqual({ username: 'a'.repeat(15), words: 'a'.repeat(15) });
  expect(meaningOf('a'.repeat(16))).toEqual({ words: 'a'.repeat(16) });
  expect(meaningOf(`@${'a'.repeat(16)}`)).toEqual({});
  const digits = (count: number) => '9'.repeat(count);
  expect(meaningOf(digits(15))).toEqual({ id: Number(digits(15)), tweetId: digits(15) });
  expect(meaningOf(digits(16))).toEqual({ tweetId: digits(16) });
  expect(meaningOf(digits(21))).toEqual({ words: digits(21) });
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
