import { z } from 'zod';
import { defineCall } from '../call.ts';
import { byId, idField, instant, isWhole, message } from '../common.ts';
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

/** Something true about what an account posts about, in the owner's words. */
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
  /** Link to the full text; null if the feed has none. */
  url: z.string().nullable(),
  publishedAt: instant.nullable(),
});

/** A feed that an account's posts may use as a source, with its latest entries. */
export const factFeed = z.object({
  id: z.string(),
  url: z.string(),
  title: z.string(),
  /** When it was last read successfully; its entries stay until the next successful read. */
  readAt: instant,
  /** Why the last read failed; null if it succeeded. */
  problem: z.enum(feedProblems).nullable(),
  entries: z.array(feedEntry).max(FEED_ENTRIES_MOST),
});
export type FactFeed = z.infer<typeof factFeed>;

/** What supports a claim in a post. The source is quoted as it was when the post was saved. */
export const postSource = z.object({
  /** The part of the post that the source supports. */
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
    /** The sites whose feeds may be added; empty if feeds are switched off. */
    feedHosts: z.array(z.string()),
  }),
});

export const createFacts = defineCall({
  method: 'POST',
  path: '/api/facts',
  tag,
  access: 'user',
  summary: 'Adds facts, one per line, all or none; those the account already has are left out',
  bodyLimit: 262_144,
  body: z.object({
    ...account,
    /** The kind of lines that do not name one themselves, like 'Price: …'. */
    kind: factKind,
    sheet: z.string().max(SHEET_MAX, sheetTooLong),
  }),
  response: z.object({
    facts: z.array(fact),
    /** Facts in the sheet that the account already had. */
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
        .min(1, 'Enter the fact.')
        .max(FACT_MAX, `A fact has at most ${FACT_MAX} characters.`)
        .refine((text) => !/[\n\r]/.test(text), 'A fact must fit on one line.')
        .refine(isWhole, 'The fact contains invalid characters.')
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
  summary: 'Removes a feed from an account, with its entries',
  params: byId,
  response: message,
});
