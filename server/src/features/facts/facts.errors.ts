import {
  FACTS_MOST,
  FEEDS_MOST,
  type FeedProblem,
  feedProblemTexts,
  type SheetFault,
} from '@drumbeat/contract/facts.rules.ts';
import { AppError } from '../../platform/errors.ts';

/** As many faults of a sheet as an answer names. */
const MOST_FAULTS = 20;

/** Also for a fact of somebody else, or of an account that is no longer connected. */
export function factNotFound(): AppError {
  return new AppError('FACT_NOT_FOUND', 'This fact no longer exists.');
}

export function feedNotFound(): AppError {
  return new AppError('FEED_NOT_FOUND', 'This feed no longer exists.');
}

/** The refusal of more facts than fit; `room` says how many would. */
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

/** The refusal of a whole sheet, for lines that cannot be taken. */
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
  return new AppError('VALIDATION_FAILED', 'This feed has been added already.', {
    data: { fields: { url: 'This feed has been added already.' } },
  });
}
