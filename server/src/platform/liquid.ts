import type { Liquid } from 'liquidjs';

/** Why a template cannot be rendered, worded for its author. */
export class TemplateFault extends Error {
  override readonly name = 'TemplateFault';
}

/** Limits per rendering: source characters, milliseconds, memory (liquidjs units), output characters. */
const LONGEST_SOURCE = 120_000;
const LONGEST_MS = 500;
const MOST_MEMORY = 1_000_000;
const LONGEST_TEXT = 1_000_000;

/** They evaluate an expression for each item of a list without checking the time limit. */
const filtersWithoutLimit =
  'where_exp reject_exp group_by_exp find find_exp find_index find_index_exp has has_exp'.split(' ');

let engines: Promise<{ html: Liquid; text: Liquid }> | undefined;

/**
 * Renders a Liquid template. As `html`, values are escaped unless marked `raw`; as `text`, none are.
 * Templates cannot read files, and values are never treated as templates. Throws TemplateFault.
 */
export async function renderTemplate(
  source: string,
  variables: Record<string, unknown>,
  kind: 'html' | 'text',
): Promise<string> {
  engines ??= loadEngines();
  const engine = (await engines)[kind];
  let text: string;
  try {
    text = await renderInTime(engine, source, variables);
  } catch (error) {
    throw new TemplateFault(wordsFor(error));
  }
  if (text.length > LONGEST_TEXT) throw new TemplateFault(TOO_LARGE);
  return text;
}

/** The engine's limit is wall-clock time, so render once more if the machine was frozen meanwhile. */
async function renderInTime(
  engine: Liquid,
  source: string,
  variables: Record<string, unknown>,
): Promise<string> {
  const before = process.threadCpuUsage();
  try {
    return await engine.parseAndRender(source, variables);
  } catch (error) {
    const { user, system } = process.threadCpuUsage(before);
    const worked = (user + system) / 1_000;
    if (worked > LONGEST_MS / 2 || !messageOf(error).startsWith(OVER_TIME)) throw error;
    return await engine.parseAndRender(source, variables);
  }
}

// Loaded on first use: a process that renders nothing stays small and starts fast.
async function loadEngines(): Promise<{ html: Liquid; text: Liquid }> {
  const liquid = await import('liquidjs');
  const options = {
    strictVariables: true,
    strictFilters: true,
    // Staff write the templates, so no files can be included.
    templates: {},
    parseLimit: LONGEST_SOURCE,
    renderLimit: LONGEST_MS,
    memoryLimit: MOST_MEMORY,
  };
  const html = new liquid.Liquid({ ...options, outputEscape: 'escape' });
  const text = new liquid.Liquid(options);
  for (const engine of [html, text])
    for (const filter of filtersWithoutLimit) engine.unregisterFilter(filter);
  return { html, text };
}

const TOO_LARGE = 'The template takes too long, or makes too much text. Is there a loop without end?';

const UNCLOSED = ' not closed';

/** The engine's message for a timeout. */
const OVER_TIME = 'template render limit';

/** Friendly versions of the engine's messages, by how they begin. */
const meanings: readonly [start: string, say: (rest: string) => string][] = [
  [
    'undefined variable: ',
    (name) => `There is no variable '${name}'. Add it to the variables, or correct its name`,
  ],
  ['undefined filter: ', (name) => `There is no filter '${name}'`],
  ['tag "', (rest) => `There is no tag '${rest.slice(0, rest.indexOf('"'))}'`],
  [OVER_TIME, () => TOO_LARGE],
  ['memory alloc limit', () => TOO_LARGE],
  ['Invalid string length', () => TOO_LARGE],
  ['parse length limit', () => 'The template is too long'],
  ['Maximum call stack', () => 'The template nests too deeply'],
  ['ENOENT', () => 'A template cannot include another'],
];

function wordsFor(error: unknown): string {
  const full = messageOf(error);
  const at = full.lastIndexOf(', line:');
  const message = at < 0 ? full : full.slice(0, at);
  const line = at < 0 ? undefined : /^, line:(\d+)/.exec(full.slice(at))?.[1];
  if (message.endsWith(UNCLOSED))
    return sentence(`${message.slice(0, -UNCLOSED.length)} is not closed`, line);
  const meaning = meanings.find(([start]) => message.startsWith(start));
  const words = meaning ? meaning[1](message.slice(meaning[0].length)) : `This is not a template: ${message}`;
  return sentence(words, line);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function sentence(words: string, line: string | undefined): string {
  const bare = words.slice(0, 300).replace(/\.$/, '');
  return `${bare.slice(0, 1).toUpperCase()}${bare.slice(1)}${bare.endsWith('?') ? '' : '.'}${line ? ` (Line ${line})` : ''}`;
}
