/**
 * Every limit of the gate, with its reason. They were tuned on one half of the authors in
 * `bench/words/corpus`; the other half is only used to measure them.
 */
export const THRESHOLDS = {
  /** X shows posts with more of them to fewer people, and readers take them for advertising. */
  hashtags: 2,
  /** X refuses a post with more of them. */
  cashtags: 1,
  /**
   * The total weight of tells at which a text counts as machine-written: one plain tell or several faint
   * ones.
   */
  tells: 1,
  /** The weight of each dash. People use one; machines use one per sentence. */
  dash: 0.34,
  /** The weight of each hype emoji, up to two. People end on one; machines use several. */
  cheer: 0.34,
  /**
   * The weight of three short sentences in a row, as in 'Plan. Act. Repeat.' Jokes use them too, so it is
   * low.
   */
  staccato: 0.34,
  /** The share of abstract words among the meaningful ones at which a text says nothing in particular. */
  abstractShare: 0.6,
  /** With fewer abstract words than this, a text is short rather than empty. */
  abstractWords: 4,
  /** With fewer letters than this, the language of a text is a guess. */
  lettersForLanguage: 40,
  /**
   * The lead in score (0 to 1) with which another language is certain. Dialect and loan words lead by up to
   * 0.2.
   */
  languageLead: 0.25,
  /** The share of letters in another script at which a text is in none of the supported languages. */
  foreignLetters: 0.3,
  /** Unknown words unlike any known one: a single one is a name or jargon. */
  unknownWords: 2,
  /**
   * From this length on, a word one edit away from a known one is a typo. Shorter ones are names and slang.
   */
  lettersForSlip: 6,
  /** From this many words on, a quotation needs a source. Shorter ones are irony or a title. */
  quotedWords: 4,
  /** The share of a claim's words that its source must contain. */
  claimSupport: 0.34,
  /**
   * From this many meaningful words on, a sentence such as 'I did …' is a claim: 'I turned around' is not.
   */
  deedWords: 3,
  /** From this many shared words on, a source is about the same thing as the whole text. */
  storyWords: 2,
  /** The share of a batch that may repeat the first three words of another post in it. */
  repeatedOpenings: 0.1,
  /** Days within which an account uses the same three opening words only once. */
  openerDays: 10,
  /** The share of a batch that may have the same form, such as a question. */
  sameForm: 0.3,
  /** From this many posts on, forms are counted: of three posts, one is a third already. */
  postsForForms: 5,
} as const;
