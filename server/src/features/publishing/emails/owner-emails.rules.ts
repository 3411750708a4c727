import { Temporal } from 'temporal-polyfill';
import { spokenTime } from '../../emails/emails.rules.ts';

/** The local time on Mondays from which a summary is sent. */
const MORNING = new Temporal.PlainTime(8);

/** The calendar week of the most recent summary that is due for a person. */
export type Week = {
  /** Its Monday: `2026-11-23`. */
  monday: string;
  /** Midnight of the previous Monday, of this week's Monday, and of the next one. */
  before: Date;
  start: Date;
  end: Date;
  /** Whether it is still that Monday: a later summary would be outdated. */
  isTime: boolean;
  /** When the next summary is due. */
  next: Date;
};

/** The latest week whose Monday 08:00 has passed in the person's time zone. */
export function weekOf(now: Date, timeZone: string): Week {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  const today = local.toPlainDate();
  const thisMonday = today.subtract({ days: today.dayOfWeek - 1 });
  const isReached = now >= instant(thisMonday, timeZone, MORNING);
  const monday = isReached ? thisMonday : thisMonday.subtract({ days: 7 });
  return {
    monday: monday.toString(),
    before: instant(monday.subtract({ days: 7 }), timeZone),
    start: instant(monday, timeZone),
    end: instant(monday.add({ days: 7 }), timeZone),
    isTime: isReached && today.equals(thisMonday),
    next: instant(monday.add({ days: 7 }), timeZone, MORNING),
  };
}

function instant(day: Temporal.PlainDate, timeZone: string, plainTime?: Temporal.PlainTime): Date {
  const zoned = plainTime ? day.toZonedDateTime({ timeZone, plainTime }) : day.toZonedDateTime(timeZone);
  return new Date(zoned.epochMilliseconds);
}

/** An account's counts: last week's published and failed posts, this week's planned and held ones. */
export type AccountWeek = { username: string; out: number; failed: number; ahead: number; held: number };

/** A line for each account: `@ada: 7 went out, 1 failed, 7 to come`. */
export function summaryLines(accounts: readonly AccountWeek[]): string {
  return accounts.map((account) => `@${account.username}: ${partsOf(account).join(', ')}`).join('\n');
}

function partsOf({ out, failed, ahead, held }: AccountWeek): string[] {
  return [
    `${out} went out`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    `${ahead} to come`,
    ...(held > 0 ? [`${held} on hold`] : []),
  ];
}

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
