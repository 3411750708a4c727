import {
  FACTS_MOST,
  FEEDS_MOST,
  type FeedProblem,
  feedProblemTexts,
  type SheetFault,
} from '@drumbeat/contract/facts/facts.rules.ts';
import { AppError } from '../../platform/errors.ts';

/** The most faults of a sheet to list in an answer. */
const MOST_FAULTS = 20;

/** Also for another person's fact, or one of an account that is no longer connected. */
export function factNotFound(): AppError {
  return new AppError('FACT_NOT_FOUND', 'This fact no longer exists.');
}

export function feedNotFound(): AppError {
  return new AppError('FEED_NOT_FOUND', 'This feed no longer exists.');
}

/** More facts than fit; `room` is how many would. */
export function tooManyFacts(room: number): AppError {
  const rest = room === 0 ? 'Delete some first.' : `There is room for ${room} more.`;
  return new AppError('FACT_LIMIT_REACHED', `An account has at most ${FACTS_MOST} facts. ${rest}`, {
    data: { room },
  });
}

export function tooManyFeeds(): AppError {
  const message = `An account has at most ${FEEDS_MOST} feeds. Remove one first.`;
  return new AppError('FEED_LIMIT_REACHED', message);
}

/** Refuses a whole sheet because of invalid lines. */
export function sheetRefused(faults: readonly SheetFault[]): AppError {
  const [first] = faults;
  const more = faults.length > 1 ? ` And ${faults.length - 1} more.` : '';
  return new AppError('SHEET_INVALID', `${first?.message ?? 'Write at least one fact.'}${more}`, {
    data: { faults: faults.slice(0, MOST_FAULTS) },
  });
}

export function feedRefused(problem: FeedProblem): AppError {
  return new AppError('FEED_REFUSED', feedProblemTexts[problem], { data: { problem } });
}

export function feedKnown(): AppError {
  return new AppError('VALIDATION_FAILED', 'You have already added this feed.', {
    data: { fields: { url: 'You have already added this feed.' } },
  });
}
