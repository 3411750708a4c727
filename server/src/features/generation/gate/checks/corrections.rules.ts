import type { AnswerFault, KeptRefusal } from '../gate.types.ts';

const corrections = {
  empty: 'Leave no post empty.',
  too_long: 'Stay well below 280 characters: aim for 200.',
  has_link: 'Write no link, address or domain name.',
  has_mention: 'Mention nobody with @.',
  too_many_cashtags: 'Use at most one cashtag in a post.',
  too_many_hashtags: 'Use at most two hashtags in a post, and none in most.',
  refusal: 'Write only posts; say nothing about yourself.',
  leftover: 'Write each post exactly as it should appear: no placeholder, heading, Markdown or code.',
  wrong_language: 'Write every post in the requested language.',
  slur: 'Use no slurs or insults.',
  avoided_word: 'Avoid the words that this person never uses.',
  bait: 'Do not ask for likes, reposts, replies or follows.',
  machine: 'Write as a person talks: no slogan, no set phrase, no contrast with what something is not.',
  misspelled: 'Check the spelling of every word.',
  no_substance: 'Name a thing, a place, a tool or an action of the niche in every post.',
  invented: 'Claim nothing that the facts do not say: no invented figure, study, quotation, name or story.',
  too_similar: 'Make every post clearly different from all others in idea and wording.',
  same_opening: 'Begin every post with different words.',
  same_form: 'Mix tips, questions, opinions, stories, lists and myths.',
  unchanged: 'Write something different from the post that you were given.',
  not_shorter: 'Use clearly fewer words than the post that you were given.',
  declined: 'Stick to harmless, factual aspects of the niche.',
  malformed: 'Answer with JSON in the given form and nothing else.',
} as const satisfies Record<AnswerFault, string>;

const EXAMPLES = 3;
const QUOTE_MAX = 60;

/** What the prompt says about earlier answers: one line per fault, quoting what it wrote. */
export function correctionsOf(refusals: readonly KeptRefusal[]): string[] {
  const faults = [...new Set(refusals.map(({ fault }) => fault))];
  return faults.map((fault) => {
    const quotes = refusals
      .filter((refusal) => refusal.fault === fault && refusal.quote)
      .map(({ quote }) => `'${(quote ?? '').replace(/\s+/g, ' ').slice(0, QUOTE_MAX)}'`);
    const examples = [...new Set(quotes)].slice(0, EXAMPLES);
    return examples.length > 0
      ? `${corrections[fault]} You wrote ${examples.join(', ')}.`
      : corrections[fault];
  });
}

/** The refusals to keep with a job: only the latest few of each fault, so that the job stays small. */
export function keptRefusals(before: readonly KeptRefusal[], refused: readonly KeptRefusal[]): KeptRefusal[] {
  const latest = [
    ...refused.map(({ fault, quote, why }) => ({ fault, ...(quote && { quote }), ...(why && { why }) })),
    ...before,
  ];
  const counts = new Map<string, number>();
  return latest.filter(({ fault }) => {
    const count = (counts.get(fault) ?? 0) + 1;
    counts.set(fault, count);
    return count <= EXAMPLES;
  });
}
