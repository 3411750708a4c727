/**
 * Every limit of the gate, with its reason. They were set on one half of the authors in `bench/words/corpus`; the other
 * half only measures what they do.
 */
export const THRESHOLDS = {
  /** X shows posts with more to fewer people, and readers take them for advertising. */
  hashtags: 2,
  /** X refuses a post with more. */
  cashtags: 1,
  /** The weight of tells from which a text sounds like a machine. One plain tell, or two faint ones. */
  tells: 1,
  /** What each dash of a sentence weighs. People use one; machines use one a sentence. */
  dash: 0.34,
  /** What each of up to two emoji that cheer weighs. People end on one; machines set several. */
  cheer: 0.34,
  /** What each of three short sentences in a row weighs, as in 'Plan. Act. Repeat.'. Also a joke's rhythm, so faint. */
  staccato: 0.34,
  /** The share of abstract words among those with a meaning from which a text speaks of nothing in particular. */
  abstractShare: 0.6,
  /** Abstract words below which a text is short rather than empty. */
  abstractWords: 4,
  /** Letters below which the language of a text is a guess. */
  lettersForLanguage: 40,
  /** How far another language is ahead, of 1, where a text is in it. Dialect and loan words lead by up to a fifth. */
  languageLead: 0.25,
  /** The share of letters in another script from which a text cannot be in one of the languages judged here. */
  foreignLetters: 0.3,
  /** Unknown words that look like nothing known: one is a name or a trade's word. */
  unknownWords: 2,
  /** Letters from which an unknown word next to a known one is a slip. Short ones are names and slang. */
  lettersForSlip: 6,
  /** Words of a quotation from which it must stand in a source. Shorter ones are irony or a title. */
  quotedWords: 4,
  /** The share of a claim's words that its source has. */
  claimSupport: 0.34,
  /** Words with a meaning from which a sentence with 'I did' tells of a deed: 'I turned around' does not. */
  deedWords: 3,
  /** Words that a whole text shares with a source from which it tells of the same thing. */
  storyWords: 2,
  /** The share of a batch that may begin with the first three words of another post in it. */
  repeatedOpenings: 0.1,
  /** Days in which an account opens with the same three words once. */
  openerDays: 10,
  /** The share of a batch that may have one form, such as a question. */
  sameForm: 0.3,
  /** Posts from which forms are counted: of three posts, one is a third. */
  postsForForms: 5,
} as const;
