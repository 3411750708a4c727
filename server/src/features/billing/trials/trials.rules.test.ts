import { expect, test } from 'vitest';
import { isTrialAllowed, isTrialDue, trialTexts } from './trials.rules.ts';

const newcomer = { hasEverSubscribed: false, trialStart: null, trialAllowedAt: null };
const [early, late] = [new Date('2026-11-01T00:00:00Z'), new Date('2026-11-02T00:00:00Z')];

test('BILL-04 a trial is only for a person who never subscribed nor had one, under any name', () => {
  expect(isTrialDue(newcomer, false)).toBe(true);
  expect(isTrialDue(newcomer, true)).toBe(false);
  expect(isTrialDue({ ...newcomer, hasEverSubscribed: true }, false)).toBe(false);
  expect(isTrialDue({ ...newcomer, trialStart: early }, false)).toBe(false);
});

test('staff may allow one more, which is used up as it begins', () => {
  const refused = { hasEverSubscribed: true, trialStart: early, trialAllowedAt: late };
  expect(isTrialDue(refused, true)).toBe(true);
  expect(isTrialAllowed(refused)).toBe(true);
  expect(isTrialAllowed({ ...refused, trialStart: late })).toBe(false);
  expect(isTrialDue({ ...refused, trialStart: late }, true)).toBe(false);
});

test('a person is known by address, X accounts and card; what follows a plus in the address does not matter', () => {
  const address = (email: string) => trialTexts({ email, xUsers: [], card: null });
  expect(address('Ada+trial2@People.example')).toEqual(address('ada@people.example'));
  expect(address('ada.l@people.example')).not.toEqual(address('ada@people.example'));
  expect(trialTexts({ email: 'ada@people.example', xUsers: ['71', '72'], card: 'fp' })).toEqual([
    { kind: 'email', text: 'ada@people.example' },
    { kind: 'x_user', text: '71' },
    { kind: 'x_user', text: '72' },
    { kind: 'card', text: 'fp' },
  ]);
});
