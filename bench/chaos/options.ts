import { parseArgs } from 'node:util';
import type { Trouble } from './plan-types.ts';

/** How much is published, over how long, and how much is broken meanwhile. */
export type ChaosOptions = {
  posts: number;
  accounts: number;
  /** The minutes within which all posts are due. */
  minutes: number;
  /** Random kills, in addition to those at crash points. Freezes and silenced connections scale with it. */
  kills: number;
  seed: number;
  json: boolean;
  /** Whether a missed speed target fails the run, as a violation does. */
  targets: boolean;
  /** Only these troubles, with tokens that last, and without scenes for crash points that no worker reaches by itself. */
  only?: readonly Trouble['kind'][];
};

/** Whether the run is too short for things that take minutes. */
export function isSmall(options: ChaosOptions): boolean {
  return options.minutes < 1;
}

const USAGE =
  'Usage: npm run chaos -- [--posts 10000] [--accounts 500] [--minutes 3] [--kills 100] [--seed 1] [--targets] [--json]';

/** Parses the command line; throws an error that explains the usage. */
export function readOptions(args: string[]): ChaosOptions {
  const { values } = parseArgs({
    args,
    options: {
      posts: { type: 'string', default: '10000' },
      accounts: { type: 'string', default: '500' },
      minutes: { type: 'string', default: '3' },
      kills: { type: 'string', default: '100' },
      seed: { type: 'string', default: '1' },
      json: { type: 'boolean', default: false },
      targets: { type: 'boolean', default: false },
    },
  });
  const { json, targets, ...texts } = values;
  const numbers = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, Number(text)]),
  ) as Record<keyof typeof texts, number>;
  for (const [name, value] of Object.entries(numbers)) {
    const isWhole = name === 'minutes' || Number.isInteger(value);
    if (!(value >= 0) || !isWhole) throw new Error(`--${name} must be a number. ${USAGE}`);
  }
  if (numbers.posts < numbers.accounts || numbers.accounts < 1)
    throw new Error(`There must be at least one account, and a post for each. ${USAGE}`);
  return { ...numbers, json, targets };
}
