/** Limits of fact sheets and their feeds, and the parser for a pasted sheet. Pure. */

export const factKinds = ['product', 'price', 'date', 'opinion', 'story'] as const;
export type FactKind = (typeof factKinds)[number];

/** Maximum length of one fact, in characters. */
export const FACT_MAX = 500;
/** Maximum number of facts per X account. */
export const FACTS_MOST = 100;
/** Maximum length of a sheet that is pasted at once: every fact at its longest, with room to spare. */
export const SHEET_MAX = 60_000;
export const sheetTooLong = `A sheet has at most ${SHEET_MAX.toLocaleString('en-US')} characters. Add it in parts.`;

/** Maximum number of feeds per X account. */
export const FEEDS_MOST = 3;
/** How many of a feed's newest entries are kept. */
export const FEED_ENTRIES_MOST = 20;
export const FEED_URL_MAX = 500;
/** Hours between two reads of a feed. */
export const FEED_EVERY_HOURS = 3;

/** Why a feed cannot be read. */
export const feedProblems = [
  'not_an_address',
  'host_not_listed',
  'not_public',
  'no_answer',
  'refused',
  'too_slow',
  'too_large',
  'too_many_redirects',
  'not_a_feed',
] as const;
export type FeedProblem = (typeof feedProblems)[number];

/** What is wrong with a feed and what to do about it, as texts. */
export const feedProblemTexts: Readonly<Record<FeedProblem, string>> = {
  not_an_address: 'Enter the address of a feed, such as https://example.com/feed.xml, without a password.',
  host_not_listed:
    'This feed is on a site that is not on the list, or redirects to one. Use a feed of a listed site.',
  not_public: 'This address leads into a private network. Use a feed on the public internet, over https.',
  no_answer: 'The site did not answer. Check the address, or try again later.',
  refused: 'The site refused to send the feed. Check the address, or try again later.',
  too_slow: 'The feed did not arrive within 10 seconds. Try again later.',
  too_large: 'The feed is larger than 1 MB. Choose a smaller one.',
  too_many_redirects: 'The address redirects more than 3 times. Use the one that it leads to.',
  not_a_feed: 'There is no RSS or Atom feed at this address. Look for the address of the feed itself.',
};

/** A fact in a sheet; `line` starts at 1. */
export type SheetFact = { line: number; kind: FactKind; text: string };
export type SheetFault = { line: number; message: string };

const PREFIX = /^(product|price|date|opinion|story)s?: ?(?=\S)/i;
const SAYS_SOMETHING = /[\p{L}\p{N}]/u;
const MARK = /^(?:[-*•–] |\d{1,2}[.)] )/;

/**
 * Parses a sheet: one fact per non-empty line. A prefix like 'Price: …' sets the fact's kind, otherwise it is
 * `kind`. Duplicate lines are skipped. Faults name the lines that cannot be accepted.
 */
export function readSheet(sheet: string, kind: FactKind): { facts: SheetFact[]; faults: SheetFault[] } {
  const facts: SheetFact[] = [];
  const faults: SheetFault[] = [];
  const said = new Set<string>();
  for (const [index, whole] of sheet.split(/\r\n|\n|\r/).entries()) {
    const fact = readLine(whole, kind);
    if (!SAYS_SOMETHING.test(fact.text) || said.has(sameFact(fact.text))) continue;
    said.add(sameFact(fact.text));
    const line = index + 1;
    if (fact.text.length > FACT_MAX)
      faults.push({
        line,
        message: `Line ${line} has ${fact.text.length} characters; a fact has at most ${FACT_MAX}.`,
      });
    else facts.push({ line, ...fact });
  }
  return { facts, faults };
}

function readLine(whole: string, kind: FactKind): { kind: FactKind; text: string } {
  const line = whole.replace(/\s+/g, ' ').trim().replace(MARK, '');
  const [prefix = '', name] = PREFIX.exec(line) ?? [];
  const own = factKinds.find((each) => each === name?.toLowerCase());
  return { kind: own ?? kind, text: line.slice(prefix.length) };
}

/** A key that is equal for facts that say the same. */
export function sameFact(text: string): string {
  return text.toLowerCase();
}
