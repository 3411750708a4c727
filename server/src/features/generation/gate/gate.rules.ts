import { POST_MAX } from '@drumbeat/contract/posts/posts.rules.ts';
import { containsUrl, weightedLength } from '@drumbeat/contract/text/weighted-length.rules.ts';
import { isRefusal } from '../jobs/drafts.rules.ts';
import { otherLanguageIn } from './checks/languages.rules.ts';
import { leftoverIn } from './checks/leftovers.rules.ts';
import { slurIn } from './checks/slurs.rules.ts';
import { misspelledIn } from './checks/spelling.rules.ts';
import { saysNothing } from './checks/substance.rules.ts';
import { baitIn, machineToneOf } from './checks/tells.rules.ts';
import { plainWord, wordsOf } from './checks/words.rules.ts';
import type { DraftFault, Lexicon, Refusal, Standard } from './gate.types.ts';
import { checkClaims } from './sources/sources.rules.ts';
import { THRESHOLDS } from './thresholds.rules.ts';

// `$TICKER`, or `$TICKER_DE`. Anything after a dot is ignored, because cashtags are only counted.
const cashtag = /(?<![\p{L}\p{N}$@#&_])\$[A-Za-z]{1,6}(?:_[A-Za-z]{1,2})?(?![\p{L}\p{N}_$])/gu;
const hashtag = /(?<![\p{L}\p{N}&_#])[#＃][\p{L}\p{N}_]{1,100}/gu;
const mention = /(?<![\p{L}\p{N}_!@#$%&*])[@＠]\w{1,20}/u;
// Readers take these for links although X does not: `example[.]com`, `hxxp:`, an email address, a domain in
// another script.
const disguisedLink =
  /\b(?:hxxps?|ftp):|\bwww\.|\/\/[\w-]+\.|\w ?[[(]\.[\])] ?\w|\S@[\w-]{1,60}\.\w|[\p{L}\p{N}]\.(?=[^\p{ASCII}\s\p{P}\p{S}]{2})/u;
const kindOfClaim = {
  figure: 'No source gives this figure.',
  study: 'No source mentions such a study.',
  share: 'No source gives this comparison.',
  deed: 'No source confirms that this happened.',
  record: 'No source confirms that this happened.',
  quotation: 'No source contains this quotation.',
  name: 'No source names this person.',
} as const;

/**
 * Why a tidied draft may not be published under a standard; undefined if it may. Deterministic. Comparisons
 * with other drafts and posts are in `batch.rules.ts`.
 */
export function refusalOf(text: string, standard: Standard, isKnown: Lexicon): Refusal | undefined {
  const words = withoutSignOff(text, standard.signOff);
  return formFault(text, standard) ?? wordingFault(words, standard) ?? contentFault(words, standard, isKnown);
}

/** A text without its author's usual sign-off. */
function withoutSignOff(text: string, signOff: string): string {
  const end = signOff.trim();
  return end && text.endsWith(end) ? text.slice(0, -end.length).trim() : text;
}

/** Faults of the text's form. */
function formFault(text: string, { linksAllowed, samples, sources }: Standard): Refusal | undefined {
  if (!/[\p{L}\p{N}]/u.test(text)) return { fault: 'empty' };
  if (weightedLength(text) > POST_MAX) return { fault: 'too_long' };
  if (isRefusal(text)) return { fault: 'refusal' };
  const leftover = leftoverIn(text);
  if (leftover) return { fault: 'leftover', ...leftover };
  if (!linksAllowed && (containsUrl(text) || disguisedLink.test(text))) return { fault: 'has_link' };
  const mentioned = mention.exec(text)?.[0];
  if (
    mentioned &&
    ![...samples, ...sources.map((source) => source.text)].some((own) => own.includes(mentioned))
  )
    return { fault: 'has_mention', quote: mentioned };
  if ((text.match(cashtag)?.length ?? 0) > THRESHOLDS.cashtags) return { fault: 'too_many_cashtags' };
  if ((text.match(hashtag)?.length ?? 0) > THRESHOLDS.hashtags) return { fault: 'too_many_hashtags' };
  return undefined;
}

/** Faults of the wording. */
function wordingFault(text: string, { language, avoidWords }: Standard): Refusal | undefined {
  const other = otherLanguageIn(text, language);
  if (other) return { fault: 'wrong_language', quote: other };
  const found: readonly [DraftFault, string | undefined][] = [
    ['slur', slurIn(text, language)],
    ['avoided_word', avoidedIn(text, avoidWords)],
  ];
  for (const [fault, quote] of found) if (quote) return { fault, quote };
  const begging = baitIn(text);
  if (begging) return { fault: 'bait', ...begging };
  const tone = machineToneOf(text, language);
  return tone && { fault: 'machine', ...tone };
}

/** Faults of the content. */
function contentFault(text: string, standard: Standard, isKnown: Lexicon): Refusal | undefined {
  const bare = text.replace(hashtag, ' ');
  if (saysNothing(bare, standard)) return { fault: 'no_substance' };
  const { unsupported } = checkClaims(bare, standard.language, standard.sources);
  if (unsupported) return { fault: 'invented', quote: unsupported.quote, why: kindOfClaim[unsupported.kind] };
  const misspelled = misspelledIn(text, standard, isKnown);
  return misspelled ? { fault: 'misspelled', quote: misspelled } : undefined;
}

/** A word or phrase of the person's avoid list, in any case and as whole words. */
function avoidedIn(text: string, avoidWords: readonly string[]): string | undefined {
  const words = ` ${wordsOf(text).map(plainWord).join(' ')} `;
  return avoidWords.find((avoided) => {
    const plain = wordsOf(avoided).map(plainWord).join(' ');
    return plain && words.includes(` ${plain} `);
  });
}
