import lists from '../lists/grammar.json' with { type: 'json' };
import { figuresOf } from './figures.rules.ts';
import { sentencesOf, tokensOf } from './words.rules.ts';

/** The kind of post, if recognisable. */
export type Form = 'tip' | 'question' | 'opinion' | 'story' | 'list' | 'myth';

const imperatives = new Set(lists.imperatives);
const opinions = new Set(lists.opinions);
const past = new Set(lists.past);
const myths = new Set(['myth', 'myths', 'misconception', 'contrary', 'supposedly']);

/**
 * The form of a text, by its marks: a question, a list, an instruction, a denial, a narrative or an opinion.
 */
export function formOf(text: string): Form | undefined {
  const tokens = tokensOf(text);
  const [first = ''] = tokens;
  if (tokens.some((token) => myths.has(token)) || saysOtherwise(tokens)) return 'myth';
  if (isList(text)) return 'list';
  if (asks(tokens)) return 'question';
  if (imperatives.has(first)) return 'tip';
  if (tokens.filter((token) => past.has(token)).length >= 2) return 'story';
  return tokens.some((token) => opinions.has(token)) ? 'opinion' : undefined;
}

function saysOtherwise(tokens: readonly string[]): boolean {
  const text = ` ${tokens.slice(0, 14).join(' ')} `;
  return text.includes(' people think ') || text.includes(' people say ') || text.includes(' is no myth ');
}

function isList(text: string): boolean {
  const marked = text.split('\n').filter((line) => /^\s*(?:[-•*–✓✅]|\d{1,2}[.)])\s/u.test(line));
  if (marked.length >= 2) return true;
  return /:/.test(text) && text.split(',').length >= 3 && figuresOf(text).length > 0;
}

/** Whether the first or the last sentence is a question. */
function asks(tokens: readonly string[]): boolean {
  const [first = []] = sentencesOf(tokens);
  return tokens[first.length] === '?' || tokens.at(-1) === '?';
}
