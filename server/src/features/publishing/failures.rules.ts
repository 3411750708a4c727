import { Temporal } from 'temporal-polyfill';
import { spokenTime } from '../emails/emails.rules.ts';

/** How long a failure may wait for others of the same trouble before its owner is told, in milliseconds. */
export const GATHER_FAILURES_MS = 10 * 60_000;
/** The local hour from which a person is told of what failed since the last email. */
const MORNING_HOUR = 8;
/** More posts than these are counted, not named. */
const NAMED = 20;
const TEXT_LENGTH = 60;

/** Whether a person may be told again: at once after a day without news, else from the morning after the last email. */
export function mayTellAgain(lastAt: Date | undefined, now: Date, timeZone: string): boolean {
  if (!lastAt) return true;
  const morning = Temporal.Instant.fromEpochMilliseconds(lastAt.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .add({ days: 1 })
    .toZonedDateTime({ timeZone, plainTime: new Temporal.PlainTime(MORNING_HOUR) });
  return now.getTime() >= morning.epochMilliseconds;
}

export type Failure = { username: string; local: string; content: string; why: string };

/** A line for each post that failed: when, where, what, why, and what helps. */
export function failureLines(failures: readonly Failure[]): string {
  const lines = failures
    .slice(0, NAMED)
    .map(
      ({ username, local, content, why }) =>
        `${spokenTime(local)}, @${username}: “${short(content)}”. ${why}`,
    );
  const rest = failures.length - NAMED;
  return (rest > 0 ? [...lines, `And ${rest} more.`] : lines).join('\n');
}

function short(content: string): string {
  const letters = [...content.split(/\s+/).join(' ')];
  return letters.length <= TEXT_LENGTH ? letters.join('') : `${letters.slice(0, TEXT_LENGTH - 1).join('')}…`;
}
