import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';
import {
  type PrerequisiteObstacle,
  prerequisiteObstacles,
  prerequisiteRefusal,
} from '@drumbeat/contract/generation/generation.rules.ts';
import type { Eligibility } from '@drumbeat/contract/generation/generation.ts';
import { DAY_MS } from '@drumbeat/contract/time.ts';
import { type Person, prerequisitesOf } from '../../generation/prechecks.rules.ts';

/** What the dashboard's single card is about. */
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
  | 'paused'
  | 'checking'
  | 'check-failed'
  | 'canceling'
  | 'ready'
  | 'wait';

export type MainActionInput = {
  user: Person;
  accounts: readonly XAccount[];
  /** Whether posts of the selected account are paused, for this account or for all. */
  paused: boolean;
  generation: 'none' | 'starting' | 'running' | 'failed' | 'drafts' | 'saving';
  eligibility: Pick<Eligibility, 'canSchedule'> | 'loading' | 'error';
};

/** Each obstacle's card, by precedence. Those with 'wait' do not replace the card of a running generation. */
const cards = {
  email_not_verified: 'verify-email',
  canceled: 'canceled',
  past_due: 'past-due',
  inactive: 'inactive',
  not_connected: 'connect',
  needs_reconnect: 'reconnect',
  not_selected: 'wait',
  switched_off: 'wait',
  no_niche: 'wait',
} as const satisfies Record<PrerequisiteObstacle, MainAction>;
const precedence = Object.keys(cards) as PrerequisiteObstacle[];

const whileGenerating = {
  none: null,
  starting: 'generating',
  running: 'generating',
  failed: 'failed',
  drafts: 'drafts',
  saving: 'scheduling',
} as const satisfies Record<MainActionInput['generation'], MainAction | null>;

/** In order: email, subscription, account, generation, scheduling, paused, checking, canceling, ready. */
export function mainActionOf(input: MainActionInput): MainAction {
  const obstacles = prerequisiteObstacles(prerequisitesOf(input.user, input.accounts));
  const first = precedence.find((one) => obstacles.includes(one));
  const card = first ? cards[first] : null;
  if (card && card !== 'wait') return card;
  const busy = whileGenerating[input.generation];
  if (busy) return busy;
  if (input.paused && input.user.subscriptionStatus !== 'canceling') return 'paused';
  if (input.eligibility === 'loading') return 'checking';
  if (input.user.subscriptionStatus === 'canceling') return 'canceling';
  if (input.eligibility === 'error') return 'check-failed';
  return input.eligibility.canSchedule && !card ? 'ready' : 'wait';
}

/** The setting that the person can change to continue; null if the card waits for something else. */
export function settingToMend({ user, accounts }: Pick<MainActionInput, 'user' | 'accounts'>) {
  const waits = ['not_selected', 'switched_off', 'no_niche'] as const;
  const [first] = prerequisiteObstacles(prerequisitesOf(user, accounts));
  return waits.find((one) => one === first) ?? null;
}

type Told = Pick<MainActionInput, 'user' | 'accounts'> & { eligibility: Eligibility | undefined };

/** Why posts may not be generated, by the browser's check or else the server's; undefined if they may. */
export function refusalOf({ user, accounts, eligibility }: Told): Eligibility | undefined {
  const seen = prerequisiteRefusal(prerequisitesOf(user, accounts));
  return seen ?? (eligibility?.canSchedule === false ? eligibility : undefined);
}

/** Days left, including the current one. */
export function daysLeft(end: string, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(end) - now) / DAY_MS));
}
