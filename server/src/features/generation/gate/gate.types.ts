/** The languages that the gate supports: each has its tells and its spelling. */
export type Language = 'en' | 'de' | 'es' | 'fr' | 'pt';

/** A source for claims: a line of the account's fact sheet, or a feed entry. */
export type Source = { id: string; label: string; text: string; url: string | null };

/** The standard for drafts of one account. */
export type Standard = {
  language: Language;
  niche: string;
  sources: readonly Source[];
  /** The person's own posts: their spelling and the people they mention are accepted. */
  samples: readonly string[];
  /** Words that the person avoids. */
  avoidWords: readonly string[];
  /** How the person ends posts. The gate ignores it. */
  signOff: string;
  linksAllowed: boolean;
};

/** Whether the dictionary knows a word, in any case. */
export type Lexicon = (word: string) => boolean;

/** Why a draft is refused. */
export type DraftFault =
  | 'empty'
  | 'too_long'
  | 'has_link'
  | 'has_mention'
  | 'too_many_cashtags'
  | 'too_many_hashtags'
  | 'refusal'
  | 'leftover'
  | 'wrong_language'
  | 'slur'
  | 'avoided_word'
  | 'bait'
  | 'machine'
  | 'misspelled'
  | 'no_substance'
  | 'invented'
  | 'too_similar'
  | 'same_opening'
  | 'same_form';

/** What may be wrong with a draft, or with an answer as a whole. */
export type AnswerFault = DraftFault | RewriteFault | 'declined' | 'malformed';

/** Faults of a rewrite: same text, or not shorter although that was asked for. */
export type RewriteFault = 'unchanged' | 'not_shorter';

/** A refusal as kept with a job. */
export type KeptRefusal = { fault: AnswerFault; quote?: string; why?: string };

/** A refused draft: `quote` is the part at fault, if it is one part; `why` says what is wrong with it. */
export type Refusal = { fault: DraftFault; quote?: string; why?: string };

/**
 * Phrases that give away machine writing, in the notation of `phrases.rules.ts`, and what is wrong with them.
 * One with weight 1 is enough to refuse a text; lighter ones add up.
 */
export type Tell = { why: string; weight: number; phrases: readonly string[] };
