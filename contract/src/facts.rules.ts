/** What a fact sheet and its feeds may hold, and how a pasted sheet is read. Pure. */

export const factKinds = ['product', 'price', 'date', 'opinion', 'story'] as const;
export type FactKind = (typeof factKinds)[number];

/** The most characters of one fact. */
export const FACT_MAX = 500;
/** The most facts of one X account. */
export const FACTS_MOST = 100;
/** The most characters of a sheet that is added at once: every fact at its longest, with room to spare. */
export const SHEET_MAX = 60_000;
export const sheetTooLong = `A sheet has at most ${SHEET_MAX.toLocaleString('en-US')} characters. Add it in parts.`;

/** The most feeds of one X account. */
export const FEEDS_MOST = 3;
/** The newest entries that are kept of a feed. */
export const FEED_ENTRIES_MOST = 20;
export const FEED_URL_MAX = 500;
/** Hours between two readings of a feed. */
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

/** What is wrong with a feed, and what to do, in words. */
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

/** A fact as a sheet has it; `line` counts from 1. */
export type SheetFact = { line: number; kind: FactKind; text: string };
export type SheetFault = { line: number; message: string };

const PREFIX = /^(product|price|date|opinion|story)s?: ?(?=\S)/i;
const SAYS_SOMETHING = /[\p{L}\p{N}]/u;
const MARK = /^(?:[-*•–] |\d{1,2}[.)] )/;

/**
 * The facts of a sheet, one on each line that says something. A line that begins as 'Price: …' has that kind, the others
 * have `kind`. A line that says what another has said is left out. Faults name the lines that cannot be taken.
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

/** What two facts that say the same have in common. */
export function sameFact(text: string): string {
  return text.toLowerCase();
}
