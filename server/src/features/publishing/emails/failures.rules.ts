import { Temporal } from 'temporal-polyfill';
import { spokenTime } from '../../emails/emails.rules.ts';

/** How long to wait for more failures before emailing the owner, in milliseconds. */
export const GATHER_FAILURES_MS = 10 * 60_000;
/** The local hour from which a person may be emailed again. */
const MORNING_HOUR = 8;
/** The most posts that an email lists; further ones are only counted. */
const NAMED = 20;
const TEXT_LENGTH = 60;

/** Whether a person may be emailed again: not before the morning after the last email. */
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

/** A line for each failed post: time, account, text, reason and what to do. */
export function failureLines(failures: readonly Failure[]): string {
  const lines = failures
    .slice(0, NAMED)
    .map(({ username, local, content, why }) =>
      `${spokenTime(local)}, @${username}: “${short(content)}”. ${why}`.trimEnd(),
    );
  const rest = failures.length - NAMED;
  return (rest > 0 ? [...lines, `And ${rest} more.`] : lines).join('\n');
}

function short(content: string): string {
  const letters = [...content.split(/\s+/).join(' ')];
  return letters.length <= TEXT_LENGTH ? letters.join('') : `${letters.slice(0, TEXT_LENGTH - 1).join('')}…`;
}
