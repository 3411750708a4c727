import { parseArgs } from 'node:util';

/** Takes text options out of the arguments; the rest is for `readNumbers`. */
export function takeTexts<K extends string>(
  args: string[],
  names: readonly K[],
): { texts: Partial<Record<K, string>>; rest: string[] } {
  const texts: Partial<Record<K, string>> = {};
  const rest: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const name = names.find((each) => args[at] === `--${each}`);
    if (name === undefined) {
      rest.push(args[at] ?? '');
      continue;
    }
    at += 1;
    const text = args[at];
    if (!text) throw new Error(`--${name} needs a value`);
    texts[name] = text;
  }
  return { texts, rest };
}

/** Parses options that are all positive numbers; throws an error that explains the usage. */
export function readNumbers<K extends string>(
  args: string[],
  defaults: Record<K, number>,
): Record<K, number> {
  const names = Object.keys(defaults) as K[];
  const usage = names.map((name) => `[--${name} ${defaults[name]}]`).join(' ');
  const { values } = parseArgs({
    args,
    options: Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
  });
  const numbers = { ...defaults };
  for (const name of names) {
    const text = values[name];
    if (text !== undefined) numbers[name] = Number(text);
    if (!(numbers[name] > 0)) throw new Error(`--${name} must be a number above 0. Options: ${usage}`);
  }
  return numbers;
}
