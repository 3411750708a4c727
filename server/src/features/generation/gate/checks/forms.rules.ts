import { figuresOf } from './figures.rules.ts';
import { sentencesOf, tokensOf } from './words.rules.ts';

/** The kind of post, if recognisable. */
export type Form = 'tip' | 'question' | 'opinion' | 'story' | 'list' | 'myth';

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const imperatives = words(`
  add aim apply ask avoid back bake begin block book bring brush build buy call carry change charge check choose clean
  clear close collect compare cook cool copy count cover cut delete do don't dig draw drink dry eat empty feed fill find
  fix fold freeze get give grind hang hold invite keep label lay learn leave let lift limit line listen load lock look
  make mark mix move name never note open order pack paint park pay pick place plan plant play pour practice press print
  prune pull push put read replace rest review rinse roll rotate run save schedule season send set share sharpen shoot
  show skip sleep soak sort spend split spread start stir stop store stretch switch take talk taste test throw tie track
  train travel trim try turn unplug update use visit wait walk warm wash watch water wear weigh wipe work wrap write`);
const opinions = words(`
  should shouldn't better worse best worst overrated underrated deserve deserves prefer rather boring beautiful ugly
  wrong nobody everybody always never too enough honest fair unfair waste worth beats belongs`);
const past = words(`
  was were had did went said came took got made saw found told gave left kept began bought sold asked walked called
  opened learned wanted needed looked turned`);
const myths = words(`myth myths misconception contrary supposedly`);

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
