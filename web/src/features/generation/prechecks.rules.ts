import type { XAccount } from '@drumbeat/contract/accounts.ts';
import type { Post } from '@drumbeat/contract/posts.ts';
import type { User } from '@drumbeat/contract/users.ts';
import { generationStrings } from './generation.strings.ts';

type Standing = Pick<User, 'subscriptionStatus' | 'isInTrial'>;

const refusals = {
  active: null,
  canceling: null,
  inactive: generationStrings.inactive,
  canceled: generationStrings.canceled,
  past_due: generationStrings.pastDue,
} as const satisfies Record<User['subscriptionStatus'], string | null>;

/** Why posts may not be generated now, as far as the browser can tell; null when nothing speaks against it. */
export function generationBlock(user: Standing, accounts: readonly XAccount[]): string | null {
  if (!accounts.some((account) => account.is_active && !account.needs_reconnect)) {
    return generationStrings.connectFirst;
  }
  const refusal = refusals[user.subscriptionStatus];
  if (refusal !== null && !(user.isInTrial && user.subscriptionStatus === 'inactive')) return refusal;
  const selected = accounts.find((account) => account.selected);
  if (!selected) return generationStrings.selectAccount;
  return selected.niche ? null : generationStrings.noNiche(selected.username);
}

/** The posts that a new calendar would replace: none in trial, where they are kept. */
export function replacedPosts(posts: readonly Post[], isInTrial: boolean): Post[] {
  return isInTrial ? [] : posts.filter((post) => post.status === 'Pending' || post.status === 'Failed');
}

const many = (count: number, word: string): string => `${count} ${word} ${count === 1 ? 'post' : 'posts'}`;

/** The question before the deletion, naming what is lost. */
export function replaceQuestion(posts: readonly Post[], username: string): string {
  const pending = posts.filter((post) => post.status === 'Pending').length;
  const failed = posts.length - pending;
  const named = [pending > 0 && many(pending, 'pending'), failed > 0 && many(failed, 'failed')]
    .filter((part) => part !== false)
    .join(' and ');
  return `A new calendar replaces what is planned now. ${named} of @${username} will be deleted before the new ones are written. Published posts stay.`;
}

/** What is wrong with the answer to a save; null when all that was sent is stored. */
export function saveProblem(sent: number, saved: number): string | null {
  if (saved === 0) return generationStrings.noneSaved;
  return saved < sent ? generationStrings.someSaved : null;
}
