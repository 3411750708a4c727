import { expect, test } from 'vitest';
import { NO_REASON, partNames } from './names.rules.ts';

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
