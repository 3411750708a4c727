import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';
import { type Prerequisites, prerequisiteRefusal } from '@drumbeat/contract/generation/generation.rules.ts';
import type { Post } from '@drumbeat/contract/posts/posts.ts';
import type { User } from '@drumbeat/contract/users/users.ts';
import { generationStrings } from './generation.strings.ts';

export type Person = Pick<User, 'emailVerifiedAt' | 'subscriptionStatus' | 'isInTrial'>;

/** The input for the contract's eligibility rule, as far as the browser knows it. */
export function prerequisitesOf(user: Person, accounts: readonly XAccount[]): Prerequisites {
  const selected = accounts.find((account) => account.selected);
  return {
    emailVerified: user.emailVerifiedAt !== null,
    connected: accounts.length > 0,
    account: selected
      ? {
          username: selected.username,
          niche: selected.niche,
          needsReconnect: selected.needs_reconnect,
          isActive: selected.is_active,
        }
      : null,
    subscription: { status: user.subscriptionStatus, isInTrial: user.isInTrial },
  };
}

/** Why posts may not be generated now, as far as the browser can tell; null if it sees no reason. */
export function generationBlock(user: Person, accounts: readonly XAccount[]): string | null {
  return prerequisiteRefusal(prerequisitesOf(user, accounts))?.message ?? null;
}

/** The posts that a new calendar would replace; none in a trial, which keeps them. */
export function replacedPosts(posts: readonly Post[], isInTrial: boolean): Post[] {
  return isInTrial ? [] : posts.filter((post) => post.status === 'Pending' || post.status === 'Failed');
}

const many = (count: number, word: string): string => `${count} ${word} ${count === 1 ? 'post' : 'posts'}`;

/** The question before a replacement, saying what is lost and when. */
export function replaceQuestion(posts: readonly Post[], username: string): string {
  const pending = posts.filter((post) => post.status === 'Pending').length;
  const failed = posts.length - pending;
  const named = [pending > 0 && many(pending, 'pending'), failed > 0 && many(failed, 'failed')]
    .filter((part) => part !== false)
    .join(' and ');
  return `A new calendar replaces what is planned now. ${named} of @${username} will be deleted when you schedule the new posts, not before. Published posts stay.`;
}

/** What is wrong with the answer to a save; null if everything was stored. */
export function saveProblem(sent: number, saved: number): string | null {
  if (saved === 0) return generationStrings.noneSaved;
  return saved < sent ? generationStrings.someSaved : null;
}
