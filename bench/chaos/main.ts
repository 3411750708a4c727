import { readOptions } from './options.ts';
import { runChaos } from './run-chaos.ts';

try {
  const options = readOptions(process.argv.slice(2));
  const tell = options.json ? () => undefined : (line: string) => process.stderr.write(`${line}\n`);
  const { result, violations } = await runChaos(options, tell);
  for (const violation of violations.slice(0, 50)) process.stderr.write(`${violation}\n`);
  process.stdout.write(`${JSON.stringify(result, null, options.json ? 0 : 2)}\n`);
  process.exitCode = violations.length > 0 ? 1 : 0;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
