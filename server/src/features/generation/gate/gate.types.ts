/** The languages that the gate can judge: each has its tells, its spelling and its words for numbers. */
export type Language = 'en' | 'de' | 'es' | 'fr' | 'pt';

/** What a draft may claim something from: a line of the account's fact sheet, or an entry of a feed. */
export type Source = { id: string; label: string; text: string; url: string | null };

/** What drafts of one account are judged by. */
export type Standard = {
  language: Language;
  niche: string;
  sources: readonly Source[];
  /** Posts of the person's own: what they spell and whom they name is right. */
  samples: readonly string[];
  /** Words that the person never uses. */
  avoidWords: readonly string[];
  /** How the person ends posts; it is judged by nobody. */
  signOff: string;
  linksAllowed: boolean;
};

/** Whether a word, in any case, is spelled as a dictionary has it. */
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

/** What may be wrong with a new version of a text: it is the old one, or no shorter where that was asked for. */
export type RewriteFault = 'unchanged' | 'not_shorter';

/** A kind of refusal with what was said of it. */
export type KeptRefusal = { fault: AnswerFault; quote?: string; why?: string };

/** A refused draft: `quote` is the part at fault, where one part is, and `why` says what is wrong with it. */
export type Refusal = { fault: DraftFault; quote?: string; why?: string };

/**
 * Phrases that give a machine away, one a line, in the notation of `phrases.rules.ts`. Weight 1 is enough by itself;
 * lighter ones add up.
 */
export type Tell = { why: string; weight: number; phrases: string };
