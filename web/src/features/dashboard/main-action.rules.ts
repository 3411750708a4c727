import type { XAccount } from '@drumbeat/contract/accounts.ts';
import type { Eligibility } from '@drumbeat/contract/generation.ts';
import type { User } from '@drumbeat/contract/users.ts';

/** What the one card on the dashboard is about. */
export type MainAction =
  | 'verify-email'
  | 'canceled'
  | 'past-due'
  | 'inactive'
  | 'connect'
  | 'reconnect'
  | 'generating'
  | 'failed'
  | 'drafts'
  | 'scheduling'
  | 'checking'
  | 'check-failed'
  | 'canceling'
  | 'ready'
  | 'wait';

export type MainActionInput = {
  user: Pick<User, 'emailVerifiedAt' | 'subscriptionStatus' | 'isInTrial'>;
  accounts: readonly XAccount[];
  generation: 'none' | 'starting' | 'running' | 'failed' | 'drafts' | 'saving';
  eligibility: Pick<Eligibility, 'canSchedule'> | 'loading' | 'error';
};

function subscriptionAction(user: MainActionInput['user']): MainAction | null {
  if (user.subscriptionStatus === 'canceled') return 'canceled';
  if (user.subscriptionStatus === 'past_due') return 'past-due';
  return user.subscriptionStatus === 'inactive' && !user.isInTrial ? 'inactive' : null;
}

function accountAction(accounts: readonly XAccount[]): MainAction | null {
  if (accounts.length === 0) return 'connect';
  const selected = accounts.find((account) => account.selected) ?? accounts[0];
  return selected?.needs_reconnect ? 'reconnect' : null;
}

const whileGenerating = {
  none: null,
  starting: 'generating',
  running: 'generating',
  failed: 'failed',
  drafts: 'drafts',
  saving: 'scheduling',
} as const satisfies Record<MainActionInput['generation'], MainAction | null>;

/** The card by precedence: email, subscription, account, generation, scheduling, checking, canceling, ready. */
export function mainActionOf(input: MainActionInput): MainAction {
  if (!input.user.emailVerifiedAt) return 'verify-email';
  const blocked =
    subscriptionAction(input.user) ?? accountAction(input.accounts) ?? whileGenerating[input.generation];
  if (blocked) return blocked;
  if (input.eligibility === 'loading') return 'checking';
  if (input.user.subscriptionStatus === 'canceling') return 'canceling';
  if (input.eligibility === 'error') return 'check-failed';
  return input.eligibility.canSchedule ? 'ready' : 'wait';
}

const DAY = 86_400_000;

/** Whole days left, the running one counted. */
export function daysLeft(end: string, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(end) - now) / DAY));
}
