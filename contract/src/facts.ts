import { z } from 'zod';
import { defineCall } from './call.ts';
import { byId, idField, instant, isWhole, message } from './common.ts';
import {
  FACT_MAX,
  FACTS_MOST,
  FEED_ENTRIES_MOST,
  FEED_URL_MAX,
  FEEDS_MOST,
  factKinds,
  feedProblems,
  SHEET_MAX,
  sheetTooLong,
} from './facts.rules.ts';

const tag = 'facts';

export const factKind = z.enum(factKinds);

/** Something that is true of what an account posts about, as its owner says it. */
export const fact = z.object({
  id: z.string(),
  kind: factKind,
  text: z.string().max(FACT_MAX),
  createdAt: instant,
  updatedAt: instant,
});
export type Fact = z.infer<typeof fact>;

const feedEntry = z.object({
  id: z.string(),
  title: z.string(),
  /** Where to read all of it; null where the feed does not say. */
  url: z.string().nullable(),
  publishedAt: instant.nullable(),
});

/** A feed that an account's posts may draw on, with what it said last. */
export const factFeed = z.object({
  id: z.string(),
  url: z.string(),
  title: z.string(),
  /** When it was read last; what it said then stays until it can be read again. */
  readAt: instant,
  /** Why it could not be read the last time; null where it could. */
  problem: z.enum(feedProblems).nullable(),
  entries: z.array(feedEntry).max(FEED_ENTRIES_MOST),
});
export type FactFeed = z.infer<typeof factFeed>;

/** What supports a claim of a post. The words of the source are those of the moment when the post was saved. */
export const postSource = z.object({
  /** The words of the post that the source supports. */
  claim: z.string(),
  sourceId: z.string(),
  label: z.string(),
  url: z.string().nullable(),
});
export type PostSource = z.infer<typeof postSource>;

const account = { twitterAccountId: idField.optional() };

export const listFacts = defineCall({
  method: 'GET',
  path: '/api/facts',
  tag,
  access: 'user',
  ownRead: true,
  summary: 'The fact sheet and the feeds of one X account (default: the selected one)',
  query: z.object(account),
  response: z.object({
    facts: z.array(fact).max(FACTS_MOST),
    feeds: z.array(factFeed).max(FEEDS_MOST),
    /** The sites whose feeds may be added; none where feeds are switched off. */
    feedHosts: z.array(z.string()),
  }),
});

export const createFacts = defineCall({
  method: 'POST',
  path: '/api/facts',
  tag,
  access: 'user',
  summary: 'Adds the facts of a sheet, one a line, all or none; what the account has already is left out',
  bodyLimit: 262_144,
  body: z.object({
    ...account,
    /** Of the lines that name no kind themselves, as 'Price: …' does. */
    kind: factKind,
    sheet: z.string().max(SHEET_MAX, sheetTooLong),
  }),
  response: z.object({
    facts: z.array(fact),
    /** Facts of the sheet that the account had already. */
    known: z.int(),
    message: z.string(),
  }),
});

export const editFact = defineCall({
  method: 'PATCH',
  path: '/api/facts/:id',
  tag,
  access: 'user',
  summary: 'Changes the text or the kind of a fact',
  params: byId,
  body: z
    .object({
      kind: factKind.optional(),
      text: z
        .string()
        .trim()
        .min(1, 'Write the fact.')
        .max(FACT_MAX, `A fact has at most ${FACT_MAX} characters.`)
        .refine((text) => !/[\n\r]/.test(text), 'A fact is one line.')
        .refine(isWhole, 'A fact has whole characters only.')
        .optional(),
    })
    .refine(({ kind, text }) => kind !== undefined || text !== undefined, 'Change the text or the kind.'),
  response: z.object({ fact }),
});

export const deleteFact = defineCall({
  method: 'DELETE',
  path: '/api/facts/:id',
  tag,
  access: 'user',
  summary: 'Deletes a fact; posts keep the words that it supported them with',
  params: byId,
  response: message,
});

export const createFactFeed = defineCall({
  method: 'POST',
  path: '/api/facts/feeds',
  tag,
  access: 'user',
  summary: 'Reads a feed and adds it to an account, unless it cannot be read',
  body: z.object({
    ...account,
    url: z.string().trim().min(1, 'Enter the address of a feed.').max(FEED_URL_MAX),
  }),
  response: z.object({ feed: factFeed }),
});

export const refreshFactFeed = defineCall({
  method: 'POST',
  path: '/api/facts/feeds/:id/refresh',
  tag,
  access: 'user',
  summary: 'Reads a feed again now',
  params: byId,
  response: z.object({ feed: factFeed }),
});

export const deleteFactFeed = defineCall({
  method: 'DELETE',
  path: '/api/facts/feeds/:id',
  tag,
  access: 'user',
  summary: 'Removes a feed from an account, with what it said',
  params: byId,
  response: message,
});
