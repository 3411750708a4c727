import { DAY_MS, HOUR_MS } from '@drumbeat/contract/time.ts';
import { readShelf } from '../../sandbox/src/llm/material.ts';
import {
  type Batch,
  type Judgement,
  judgeBatch,
} from '../../server/src/features/generation/gate/batch.rules.ts';
import type { Lexicon, Standard } from '../../server/src/features/generation/gate/gate.types.ts';
import { sourcesOf } from './corpus.ts';

/** Posts of a calendar: about three per day for a month. */
const CALENDAR = 100;
const CALENDARS = 2;
const EVERY_MS = 8 * HOUR_MS;
const BEGIN = Date.UTC(2026, 0, 5, 8);
/** The fact sheet of every other account; the others have none. */
const SHEET = [
  'We opened in 2011 and there are 12 of us.',
  'A class costs $45 and takes three hours.',
  'Nine out of ten people who come once come again.',
];

/** Drafts per account: two calendars, one after the other. */
export const DRAFTS_OF_ACCOUNT = CALENDAR * CALENDARS;

/** An account whose drafts are judged batch by batch, as in the product. */
export type JudgedAccount = {
  standard: Standard;
  judge(drafts: readonly string[]): Judgement;
};

/** The account with this number; niches known to the sandbox are assigned in turn. */
export function createAccount(number: number, isKnown: Lexicon): JudgedAccount {
  const shelf = readShelf();
  const standard: Standard = {
    language: 'en',
    niche: shelf[number % shelf.length]?.title ?? '',
    sources: sourcesOf(number % 2 === 0 ? [] : SHEET),
    samples: [],
    avoidWords: [],
    signOff: '',
    linksAllowed: false,
  };
  let [asked, calendar] = [0, calendarFrom(BEGIN, [])];
  return {
    standard,
    judge(drafts) {
      if (asked === CALENDAR) calendar = nextCalendar(calendar);
      const judged = judgeBatch(drafts, standard, calendar, isKnown);
      calendar = { ...calendar, accepted: [...calendar.accepted, ...judged.accepted] };
      asked += drafts.length;
      return judged;
    },
  };
}

function calendarFrom(begin: number, neighbours: Batch['neighbours']): Batch {
  const times = Array.from({ length: CALENDAR }, (_, at) => begin + at * EVERY_MS);
  return { times, accepted: [], neighbours };
}

/** The next calendar starts the day after, with the posts of the previous one as neighbours. */
function nextCalendar({ times, accepted }: Batch): Batch {
  const neighbours = accepted.map((text, at) => ({ text, at: times[at] ?? null }));
  return calendarFrom((times.at(-1) ?? BEGIN) + DAY_MS, neighbours);
}
