import type { BulkPerson } from '@drumbeat/contract/admin/bulk.admin.ts';
import { type BulkAction, bulkActions, singleCallOf } from '@drumbeat/contract/admin/bulk.rules.ts';
import { staffMay } from '@drumbeat/contract/staff-roles.ts';
import type { User } from '@drumbeat/contract/users/users.ts';
import { actionWords } from './bulk.strings.ts';

/** Actions that immediately take something away from people. */
export const dangerous: ReadonlySet<BulkAction> = new Set(['pause_posts', 'end_sessions']);

/** The bulk actions for someone with these roles: those whose single-customer call they may make. */
export function actionsFor(roles: User['roles']): BulkAction[] {
  if (!staffMay(roles, 'POST /api/admin/users/bulk')) return [];
  return bulkActions.filter((action) => staffMay(roles, singleCallOf[action]));
}

/** What a dry run found, in one sentence: '12 will be paused, 3 are already paused, 1 cannot be.' */
export function planSentence(action: BulkAction, people: readonly BulkPerson[]): string {
  const words = actionWords[action];
  const count = (would: BulkPerson['would']) => people.filter((person) => person.would === would).length;
  return sentence([
    [count('change'), words.will],
    [count('nothing'), words.already(count('nothing'))],
    [count('refused'), words.cannot],
  ]);
}

/** The result of a run as a sentence: '12 paused, 1 left as they were, 1 failed.' */
export function outcomeSentence(action: BulkAction, people: readonly BulkPerson[]): string {
  const count = (outcome: BulkPerson['outcome']) =>
    people.filter((person) => person.outcome === outcome).length;
  return sentence([
    [count('done'), actionWords[action].done],
    [count('left'), count('left') === 1 ? 'left as it was' : 'left as they were'],
    [count('changed_since'), 'changed since the check'],
    [count('failed'), 'failed'],
  ]);
}

function sentence(parts: readonly [count: number, words: string][]): string {
  const said = parts.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`);
  return `${said.join(', ')}.`;
}

const order: Record<BulkPerson['would'], number> = { refused: 0, nothing: 1, change: 2 };
const outcomeOrder = { failed: 0, changed_since: 1, left: 2, done: 3 } as const;

/** Sorted so that people who need attention come first. */
export function byConcern(people: readonly BulkPerson[]): BulkPerson[] {
  const rank = ({ outcome, would }: BulkPerson) => (outcome ? outcomeOrder[outcome] : order[would]);
  return [...people].sort((a, b) => rank(a) - rank(b));
}

/** The people for whom the action is complete; the others stay selected. */
export function settled(people: readonly BulkPerson[]): string[] {
  return people.filter(({ outcome }) => outcome === 'done' || outcome === 'left').map(({ id }) => id);
}
