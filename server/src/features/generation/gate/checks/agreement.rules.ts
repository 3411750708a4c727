import { sentencesOf } from './words.rules.ts';

const list = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Common verbs in the third person singular. */
const singularVerbs = list(`
  adds asks beats becomes begins believes breaks brings builds buys calls carries changes comes costs creates cuts deserves
  does drives eats enjoys falls feels fills finds forgets gets gives goes grows happens has helps hurts inspires is keeps knows
  leads learns leaves likes lives looks loses loves makes means needs opens pays plays puts reads runs says sees seems
  sells sends shows sleeps speaks spends starts stays stops takes talks teaches tells thinks tries turns understands
  uses waits wakes walks wants was wears wins works writes`);
const pluralVerbs = list(`
  are become begin believe bring come deserve do don't drive eat enjoy feel find forget get give go grow happen have help
  inspire keep know lead learn like live look lose love make mean need pay seem show start stay take teach tell think try
  understand use wait want were win work write`);
const pluralSubjects = list('they we others people');
const prepositions = list(
  'of on in at for with from to by under over behind between about through after before against how what',
);
const singularSubjects = list('he she nobody each');
/** Those that cannot also be nouns. */
const plainVerbs = list(`
  asks beats becomes begins believes brings comes deserves does eats enjoys feels forgets gets gives goes grows happens has
  knows learns loses makes pays puts says sees seems sells speaks takes teaches tells thinks understands wears writes`);
/** If one of these follows, the word after a plural noun is a verb. */
const objects = list(
  'a an the your my our their his her its every any all no this that these those me you us them it more',
);
/** Words in -s that are not plural nouns. */
const notPlural = list(`
  always perhaps this thus its is was has does yes us across plus less news physics politics mathematics economics
  athletics series species chess glass grass class boss bus gas dress press mess loss cross bass moss process success
  business fitness wellness happiness illness kindness darkness address access progress stress princess witness lens
  christmas james texas paris canvas iris basis crisis analysis`);

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
