import { eligibilityReason } from '@drumbeat/contract/generation/generation.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildAccount } from '../../accounts/build-account.fixture.ts';
import { people } from '../../generation/people.fixture.ts';
import { generationBlock } from '../../generation/prechecks.rules.ts';
import {
  daysLeft,
  type MainActionInput,
  mainActionOf,
  refusalOf,
  settingToMend,
} from './main-action.rules.ts';

const user = {
  emailVerifiedAt: '2026-11-01T00:00:00.000Z',
  subscriptionStatus: 'active',
  isInTrial: false,
} as const;
const at = (over: Partial<MainActionInput>) =>
  mainActionOf({
    user,
    accounts: [buildAccount()],
    paused: false,
    generation: 'none',
    eligibility: { canSchedule: true },
    ...over,
  });

test('DASH-15 DASH-16 DASH-17 DASH-18 verify email, connect X, checking, ready', () => {
  expect(at({ user: { ...user, emailVerifiedAt: null } })).toBe('verify-email');
  expect(at({ accounts: [] })).toBe('connect');
  expect(at({ accounts: [buildAccount({ needs_reconnect: true })] })).toBe('reconnect');
  expect(at({ eligibility: 'loading' })).toBe('checking');
  expect(at({})).toBe('ready');
});

test('DASH-19 DASH-20 generating, then scheduling', () => {
  expect(at({ generation: 'starting' })).toBe('generating');
  expect(at({ generation: 'running' })).toBe('generating');
  expect(at({ generation: 'drafts' })).toBe('drafts');
  expect(at({ generation: 'failed' })).toBe('failed');
  expect(at({ generation: 'saving' })).toBe('scheduling');
});

test('DASH-21 DASH-22 DASH-23 GEN-59 canceling, canceled, inactive and past due', () => {
  const status = (subscriptionStatus: MainActionInput['user']['subscriptionStatus'], isInTrial = false) =>
    at({ user: { ...user, subscriptionStatus, isInTrial } });
  expect(status('canceling')).toBe('canceling');
  expect(status('canceled')).toBe('canceled');
  expect(status('past_due')).toBe('past-due');
  expect(status('inactive')).toBe('inactive');
  expect(status('inactive', true)).toBe('ready');
});

test('while posts are paused the card resumes them, unless a problem or a job comes before', () => {
  expect(at({ paused: true })).toBe('paused');
  expect(at({ paused: true, eligibility: 'loading' })).toBe('paused');
  expect(at({ paused: true, eligibility: { canSchedule: false } })).toBe('paused');
  expect(at({ paused: true, generation: 'drafts' })).toBe('drafts');
  expect(at({ paused: true, accounts: [] })).toBe('connect');
  expect(at({ paused: true, user: { ...user, subscriptionStatus: 'canceling' } })).toBe('canceling');
});

test('DASH-18 DASH-21 the card offers a generation exactly where nothing refuses one', () => {
  const verdicts = fc.constantFrom(...eligibilityReason.options, null);
  fc.assert(
    fc.property(people, verdicts, ({ user: person, accounts }, reason) => {
      const eligibility = {
        canSchedule: reason === null,
        reason,
        message: 'No.',
        daysUntilNextScheduling: 0,
      };
      const input = { user: person, accounts, paused: false, generation: 'none', eligibility } as const;
      const refusal = refusalOf(input);
      const seen = generationBlock(person, accounts);
      expect(refusal?.message).toBe(seen ?? (reason === null ? undefined : 'No.'));
      const card = mainActionOf(input);
      if (card === 'ready') expect(refusal).toBeUndefined();
      if (!refusal) expect(card).toBe(person.subscriptionStatus === 'canceling' ? 'canceling' : 'ready');
    }),
    { numRuns: 1_000 },
  );
});

test('GEN-31 without a niche, or switched off, the card waits and the server need not be asked why', () => {
  const eligibility = { canSchedule: true, reason: null, message: 'Yes.', daysUntilNextScheduling: 0 };
  for (const fault of [{ niche: null }, { is_active: false }, { selected: false }]) {
    const accounts = [buildAccount(fault)];
    expect(at({ accounts })).toBe('wait');
    expect(refusalOf({ user, accounts, eligibility })?.message).toBe(generationBlock(user, accounts));
    expect(at({ accounts, generation: 'running' })).toBe('generating');
    expect(settingToMend({ user, accounts })).not.toBeNull();
  }
  expect(refusalOf({ user, accounts: [buildAccount()], eligibility })).toBeUndefined();
  expect(refusalOf({ user, accounts: [buildAccount()], eligibility: undefined })).toBeUndefined();
  expect(settingToMend({ user, accounts: [buildAccount()] })).toBeNull();
  expect(settingToMend({ user, accounts: [buildAccount({ niche: null })] })).toBe('no_niche');
});

test('the card waits where generation is refused; a failed check is no refusal', () => {
  expect(at({ eligibility: { canSchedule: false } })).toBe('wait');
  expect(at({ eligibility: 'error' })).toBe('check-failed');
});

test('DASH-24 the precedence between the states', () => {
  const canceled = { ...user, subscriptionStatus: 'canceled' } as const;
  const canceling = { ...user, subscriptionStatus: 'canceling' } as const;
  expect(at({ user: { ...canceled, emailVerifiedAt: null } })).toBe('verify-email');
  expect(at({ user: canceled, accounts: [] })).toBe('canceled');
  expect(at({ accounts: [], generation: 'running' })).toBe('connect');
  expect(at({ generation: 'running', eligibility: 'loading' })).toBe('generating');
  expect(at({ user: canceling, eligibility: 'loading' })).toBe('checking');
  expect(at({ user: canceling, eligibility: { canSchedule: true } })).toBe('canceling');
});

test('DASH-03 the days that are left of a trial', () => {
  const now = Date.parse('2026-11-21T10:00:00Z');
  expect(daysLeft('2026-11-28T10:00:00Z', now)).toBe(7);
  expect(daysLeft('2026-11-21T11:00:00Z', now)).toBe(1);
  expect(daysLeft('2026-11-20T11:00:00Z', now)).toBe(0);
});
