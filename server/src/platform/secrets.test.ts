import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSealer, hashToken, randomToken, sameText } from './secrets.ts';

const sealer = createSealer('the secret of today, long enough');

test('any text can be sealed and opened again, and never looks the same twice', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const sealed = sealer.seal('x access', text);
      expect(sealer.open('x access', sealed)).toBe(text);
      expect(sealer.seal('x access', text)).not.toBe(sealed);
      if (text.length > 3) expect(sealed).not.toContain(text);
    }),
  );
});

test('a text that was altered, or whose tag was cut short, does not open', () => {
  const [version, id, nonce, text, tag] = sealer.seal('x access', 'a refresh token').split('.') as [
    string,
    string,
    string,
    string,
    string,
  ];
  const flipped = text.startsWith('A') ? `B${text.slice(1)}` : `A${text.slice(1)}`;
  for (const altered of [
    [version, id, nonce, flipped, tag],
    [version, id, nonce, text, tag.split('').toReversed().join('')],
    [version, id, nonce, text, tag.slice(0, 16)],
    [version, id, nonce, text, tag.slice(0, 6)],
    [version, id, `${nonce}AAAA`, text, tag],
    ['v1', id, nonce, text, tag],
    ['v3', id, nonce, text, tag],
    [''],
  ]) {
    expect(() => sealer.open('x access', altered.join('.'))).toThrow();
  }
});

test('a text that was sealed for one purpose opens for no other', () => {
  const sealed = sealer.seal('email link', 'weekly:7');
  expect(sealer.open('email link', sealed)).toBe('weekly:7');
  expect(() => sealer.open('bulk plan', sealed)).toThrow();
});

test('after a rotation the new secret seals, and what the former one sealed still opens', () => {
  const old = sealer.seal('x access', 'kept');
  const rotated = createSealer('the secret of tomorrow, long enough', ['the secret of today, long enough']);
  expect(rotated.open('x access', old)).toBe('kept');
  expect(rotated.open('x access', rotated.seal('x access', 'new'))).toBe('new');
  expect(() => sealer.open('x access', rotated.seal('x access', 'new'))).toThrow('unknown key');
});

test('what an earlier version sealed or marked is still opened and found', () => {
  const sealed = 'v1.96558e64.SU5nKmZsdFX-t42m.WHbfy6OM6fsxeSvxvPTT.XfFTeAGh6vXPjS9TtYkFSA';
  expect(sealer.open('x access', sealed)).toBe('a refresh token');
  const mark = 'C2b2BEwz4Xhlm7rmbcsxwKjmVl_upLLgw6JQVZR1eUI';
  expect(sealer.mark('email ada@people.example')).toBe(mark);
  const rotated = createSealer('the secret of tomorrow, long enough', ['the secret of today, long enough']);
  expect(rotated.marks('email ada@people.example')).toEqual([rotated.mark('email ada@people.example'), mark]);
});

test('tokens are long, different and kept as a hash', () => {
  expect(randomToken()).toMatch(/^[\w-]{43}$/);
  expect(randomToken()).not.toBe(randomToken());
  expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('texts are compared whole, also where their lengths differ', () => {
  expect(sameText('token', 'token')).toBe(true);
  expect(sameText('token', 'token2')).toBe(false);
  expect(sameText('', 'token')).toBe(false);
});
