/** The words of a niche. Slots are grammatical: each word must fit every sentence that uses its slot. */
export interface Vocabulary {
  /** Lower-case words that select this vocabulary when they occur in a niche's name. */
  names: readonly string[];
  /** Nouns that need no article: '… is underrated'. */
  topics: readonly string[];
  /** Plural: 'most … skip this'. */
  people: readonly string[];
  /** '-ing' phrases: 'stop …'. */
  mistakes: readonly string[];
  /** Base verbs: 'I … every week'. */
  habits: readonly string[];
  /** '-ing' phrases: '… took me a year'. */
  wins: readonly string[];
}
