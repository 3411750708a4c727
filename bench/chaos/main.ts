import { readOptions } from './options.ts';
import { runChaos } from './run-chaos.ts';

const MOST_PRINTED = 50;

try {
  const options = readOptions(process.argv.slice(2));
  const say = (line: string) => process.stderr.write(`${line}\n`);
  const { result, violations } = await runChaos(options, options.json ? () => undefined : say);
  const missed = result.targets.filter((target) => !target.holds);
  for (const violation of violations.slice(0, MOST_PRINTED)) say(violation);
  for (const { what, value, target } of missed) say(`MISSED ${what}: ${value} (aim ${target})`);
  process.stdout.write(`${JSON.stringify(result, null, options.json ? 0 : 2)}\n`);
  process.exitCode = violations.length > 0 || (options.targets && missed.length > 0) ? 1 : 0;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
