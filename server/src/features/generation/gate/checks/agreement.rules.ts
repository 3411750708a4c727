import lists from '../lists/grammar.json' with { type: 'json' };
import { sentencesOf } from './words.rules.ts';

/** Common verbs in the third person singular. */
const singularVerbs = new Set(lists.singularVerbs);
const pluralVerbs = new Set(lists.pluralVerbs);
const pluralSubjects = new Set(['they', 'we', 'others', 'people']);
const singularSubjects = new Set(['he', 'she', 'nobody', 'each']);
const prepositions = new Set(lists.prepositions);
/** Singular verbs that cannot also be nouns. */
const plainVerbs = new Set(lists.plainVerbs);
/** If one of these follows, the word after a plural noun is a verb. */
const objects = new Set(lists.objects);
/** Words in -s that are not plural nouns. */
const notPlural = new Set(lists.notPlural);

/**
 * Two words that do not agree in number, as in 'buses beats the car' or 'others wakes up'. Finds only cases
 * that need no parser: after a pronoun, or between a noun in -s and an object.
 */
export function disagreementIn(tokens: readonly string[]): string | undefined {
  for (const sentence of sentencesOf(tokens)) {
    for (const [at, word] of sentence.entries()) {
      const verb = sentence[at + 1] ?? '';
      const clash =
        (startsClause(sentence, at) && pluralSubjects.has(word) && singularVerbs.has(verb)) ||
        (startsClause(sentence, at) && singularSubjects.has(word) && pluralVerbs.has(verb)) ||
        (isSubject(sentence, at) && isPluralNoun(word) && isSingularBefore(verb, sentence[at + 2]));
      if (clash) return `${word} ${verb}`;
    }
  }
  return undefined;
}

/** At the start of a sentence, or after a mark or word that begins a clause: 'one of us is' is correct. */
function startsClause(sentence: readonly string[], at: number): boolean {
  return (
    at === 0 ||
    [',', ';', ':', 'and', 'but', 'while', 'because', 'when', 'if', 'that'].includes(sentence[at - 1] ?? '')
  );
}

/** The first word, or the second if the first is neither a preposition nor ends in -ing. */
function isSubject(sentence: readonly string[], at: number): boolean {
  const [first = ''] = sentence;
  return at === 0 || (at === 1 && !prepositions.has(first) && !first.endsWith('ing'));
}

function isPluralNoun(word: string): boolean {
  return (
    word.length > 3 &&
    word.endsWith('s') &&
    !word.endsWith('ss') &&
    !word.endsWith('us') &&
    !word.endsWith("'s") &&
    !notPlural.has(word) &&
    !singularVerbs.has(word)
  );
}

function isSingularBefore(verb: string, next: string | undefined): boolean {
  if (plainVerbs.has(verb)) return next !== undefined;
  return verb !== 'is' && verb !== 'was' && singularVerbs.has(verb) && objects.has(next ?? '');
}
