import { TRIAL_POSTS } from '@drumbeat/contract/billing/billing.rules.ts';
import { AppError } from '../../platform/errors.ts';
import { spokenDay } from '../emails/emails.rules.ts';
import type { Fault } from '../post/post.rules.ts';
import type { PostRecord } from '../post/post.types.ts';
import { statusOf } from '../post/post-words.rules.ts';

/** An error for the value of one input field. */
export function refusalOf(fault: Fault, field: string): AppError {
  return new AppError(fault.code, fault.message, { data: { fields: { [field]: fault.message } } });
}

/** Why a post in this state cannot be edited. */
export function lockedForEditing(post: Pick<PostRecord, 'status'>): AppError {
  const reason =
    post.status === 'posted'
      ? 'Cannot edit a post that has already been published.'
      : 'Post is still being processed. Please wait a moment before editing.';
  return new AppError('POST_LOCKED', reason, { data: { status: statusOf(post) } });
}

/** Why a post in this state cannot be deleted. */
export function lockedForDeleting(post: Pick<PostRecord, 'status'>): AppError {
  const reason =
    post.status === 'posted'
      ? 'Posted posts cannot be changed'
      : 'Post is still being processed. Please wait a moment.';
  return new AppError('POST_LOCKED', reason, { data: { status: statusOf(post) } });
}

/** A day is full; `day` like `2026-11-21`. */
export function dayIsFull(perDay: number, day?: string): AppError {
  return new AppError('POSTS_PER_DAY_REACHED', `${allowance(perDay)}${day ? ` ${day} is full.` : ''}`);
}

/** The target day of a move is full; `day` like `2026-11-21`. */
export function noRoomOn(perDay: number, day: string): AppError {
  const text = spokenDay(new Date(`${day}T00:00:00Z`), 'UTC');
  const message = `${allowance(perDay)} ${text} is full: move or delete one of its posts first.`;
  return new AppError('POSTS_PER_DAY_REACHED', message);
}

/** Several days would exceed the plan's limit. */
export function daysAreFull(perDay: number, days: readonly string[]): AppError {
  const [first = '', ...others] = days;
  const more = others.length === 1 ? '1 other day' : `${others.length} other days`;
  const message = `${allowance(perDay)} This would exceed the limit on ${first}${others.length > 0 ? ` and on ${more}` : ''}.`;
  return new AppError('POSTS_PER_DAY_REACHED', message);
}

function allowance(perDay: number): string {
  return `Your plan allows ${perDay} ${perDay === 1 ? 'post' : 'posts'} a day.`;
}

/** The trial has too little room; `left` posts remain. */
export function trialIsFull(left: number): AppError {
  const message = `Your trial has room for ${Math.max(0, left)} more of its ${TRIAL_POSTS} posts.`;
  return new AppError('TRIAL_POSTS_REACHED', message);
}
