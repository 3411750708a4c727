import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  maskedDetails,
  maskedEmail,
  maskedId,
  maskedIp,
  maskedText,
  NO_REASON,
  partNames,
} from './masks.rules.ts';

test('ADM-CON-13 ADM-CON-17 a masked address shows one letter and the domain', () => {
  expect(maskedEmail('john@example.com')).toBe('j***@example.com');
  expect(maskedEmail('a@b.example')).toBe('a***@b.example');
  expect(maskedEmail('odd')).toBe('***');
  expect(maskedEmail('@b.example')).toBe('***');
  fc.assert(
    fc.property(fc.emailAddress(), (email) => {
      const [name = ''] = email.split('@');
      expect(maskedEmail(email).startsWith(`${name.slice(0, 1)}***@`)).toBe(true);
    }),
  );
});

test('ADM-CON-14 ADM-CON-17 a masked id shows its prefix, and tells nothing by its length', () => {
  expect(maskedId('cus_NffrFeUfNV2Hib')).toBe('cus_********');
  expect(maskedId('sub_1')).toBe('sub_********');
  expect(maskedId('1234')).toBe('********');
  expect(maskedId('12cus_34')).toBe('********');
});

test('ADM-CON-15 ADM-CON-17 a masked network address shows its first half', () => {
  expect(maskedIp('203.0.113.9')).toBe('203.0.***.***');
  expect(maskedIp('2001:db8::1')).toBe('2001:db8:***');
  fc.assert(
    fc.property(fc.ipV4(), (ip) => {
      const [first, second] = ip.split('.');
      expect(maskedIp(ip)).toBe(`${first}.${second}.***.***`);
    }),
  );
});

test('ADM-CON-16 ADM-CON-17 details have addresses and ids masked wherever they are, and nothing else', () => {
  const details = {
    reason: 'Ann <ann@example.com> called from 203.0.113.9 about cus_Nff and 2001:db8::1',
    before: { email: 'ann@example.com', ids: ['sub_1', 'plain'], count: 3, at: '2026-11-21T09:00:00.000Z' },
    after: null,
    isTrue: true,
  };
  expect(maskedDetails(details)).toEqual({
    reason: 'Ann <a***@example.com> called from 203.0.***.*** about cus_******** and 2001:db8:***',
    before: {
      email: 'a***@example.com',
      ids: ['sub_********', 'plain'],
      count: 3,
      at: '2026-11-21T09:00:00.000Z',
    },
    after: null,
    isTrue: true,
  });
});

test('ADM-CON-16 each kind of provider id is masked, a similar word or time is not', () => {
  const kinds = 'cus sub in ch pi pm cs evt re dp price prod si seti'.split(' ');
  expect(maskedText(kinds.map((kind) => `${kind}_1a`).join(' '))).toBe(
    kinds.map((kind) => `${kind}_********`).join(' '),
  );
  const plain = 'focus_1 CUS_1 at 12:30:45 in version 1.2.3 of ab:cd';
  expect(maskedText(plain)).toBe(plain);
  expect(maskedText('12:30:4f and 2001:DB8::1 and fe80:1:2:3:4:5:6:7')).toBe(
    '12:30:*** and 2001:DB8:*** and fe80:1:***',
  );
  expect(maskedText(`(ann@a.example), "o'neil@b.example"; cy@c.example:d`)).toBe(
    '(a***@a.example), "o***@b.example"; c***@c.example:d',
  );
});

test('ADM-CON-16 no address of the property survives in a text', () => {
  // A name of asterisks looks like its mask.
  const address = fc.emailAddress().filter((email) => !email.startsWith('*'));
  fc.assert(
    fc.property(address, fc.ipV4(), (email, ip) => {
      const text = maskedText(`from ${email} at ${ip}.`);
      expect(text).not.toContain(email);
      expect(text).not.toContain(` ${ip}.`);
    }),
  );
});

test.each(['reason', 'username', 'handle', 'device', 'email', 'to', 'subject', 'name', 'mark'])(
  'words under %s may name a person, at any depth',
  (key) => {
    expect(partNames({ [key]: 'Ada', count: 2 })).toEqual({ sealed: { count: 2 }, named: { [key]: 'Ada' } });
    const below = { before: { count: 2, deep: [{ [key]: 'Ada' }] } };
    expect(partNames(below)).toEqual({ sealed: {}, named: below });
    expect(partNames({ [key]: ['Ada'] }).named).toEqual({ [key]: ['Ada'] });
  },
);

test('what names nobody stays sealed', () => {
  const details = { plan: 'pro', name: 3, device: null, email: undefined, on: true, list: ['a', { b: 1 }] };
  expect(partNames(details)).toEqual({ sealed: details, named: null });
  expect(partNames({})).toEqual({ sealed: {}, named: null });
});

test('the words for no reason name nobody, and only as a reason', () => {
  expect(partNames({ reason: NO_REASON })).toEqual({ sealed: { reason: NO_REASON }, named: null });
  expect(partNames({ name: NO_REASON }).named).toEqual({ name: NO_REASON });
  expect(partNames({ before: { reason: NO_REASON } }).named).toEqual({ before: { reason: NO_REASON } });
});

test('what a mask would change names somebody under any key', () => {
  const details = { target: 'ada@example.com', plan: 'pro' };
  expect(partNames(details)).toEqual({ sealed: { plan: 'pro' }, named: { target: 'ada@example.com' } });
});
