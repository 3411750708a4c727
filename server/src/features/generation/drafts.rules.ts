import { POST_MAX } from '@drumbeat/contract/posts.rules.ts';
import { containsUrl, weightedLength } from '@drumbeat/contract/weighted-length.rules.ts';
import { areAlike, shinglesOf } from '../alike/similarity.rules.ts';

/** Why a draft is refused. The text goes into the next request to the model, and into the log. */
export type DraftFault = 'empty' | 'too_long' | 'has_link' | 'too_many_cashtags' | 'refusal' | 'too_similar';

export type Judgement = { accepted: string[]; rejected: { text: string; fault: DraftFault }[] };

// `$TICKER`, or `$TICKER_DE`. A class or country after a dot is not looked at, as tags are only counted.
const cashtag = /(?<![\p{L}\p{N}$@#&_])\$[A-Za-z]{1,6}(?:_[A-Za-z]{1,2})?(?![\p{L}\p{N}_$])/gu;
const refusals = [
  /\bas an? (?:ai|artificial intelligence|large language)\b[^.!?]{0,40}\b(?:model|assistant|i)\b/i,
  /^(?:unfortunately,? )?i (?:can['’]?t|can ?not|won['’]t|am (?:unable|not able) to) (?:help(?! but)|assist|write|create|generate|produce|provide|comply|fulfil+)\b/i,
  /^(?:i['’]m |i am )?sorry,? (?:but )?i (?:can|won|am)/i,
  /\bi (?:must|have to) (?:decline|refuse)\b/i,
];

/** A draft without what models wrap around it: quotes, list marks, surplus space. */
export function tidyDraft(text: string): string {
  const bare = text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .replace(/^(?:post )?\d{1,3}[.):] (?=\S)/i, '')
    .replace(/^[-*•] (?=\S)/, '');
  const quoted = /^(?:"([^"]*)"|“([^“”]*)”)$/s.exec(bare);
  return (quoted?.[1] ?? quoted?.[2] ?? bare).trim();
}

/** Whether a tidied text is the model declining, and no post. */
export function isRefusal(text: string): boolean {
  return refusals.some((pattern) => pattern.test(text));
}

function faultOf(text: string, linksAllowed: boolean): DraftFault | undefined {
  if (!/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(text)) return 'empty';
  if (weightedLength(text) > POST_MAX) return 'too_long';
  if (isRefusal(text)) return 'refusal';
  if (!linksAllowed && containsUrl(text)) return 'has_link';
  if ([...text.matchAll(cashtag)].length > 1) return 'too_many_cashtags';
  return undefined;
}

/**
 * Sorts new drafts, tidied and in their order, into those that may be published and those that may not.
 * `against` is what they must not resemble: the account's earlier posts and the drafts accepted before.
 */
export function judgeDrafts(
  drafts: readonly string[],
  against: readonly string[],
  options: { linksAllowed?: boolean } = {},
): Judgement {
  const known = against.map(shinglesOf);
  const judgement: Judgement = { accepted: [], rejected: [] };
  for (const draft of drafts) {
    const text = tidyDraft(draft);
    const shingles = shinglesOf(text);
    const fault =
      faultOf(text, options.linksAllowed ?? false) ??
      (known.some((other) => areAlike(shingles, other)) ? 'too_similar' : undefined);
    if (fault) {
      judgement.rejected.push({ text, fault });
    } else {
      judgement.accepted.push(text);
      known.push(shingles);
    }
  }
  return judgement;
}

/** Accepted over planned posts as a whole percent; 100 only when all are there. */
export function progressOf(accepted: number, planned: number): number {
  return planned === 0 ? 0 : Math.min(100, Math.floor((accepted / planned) * 100));
}
