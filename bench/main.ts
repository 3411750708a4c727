import { type Bench, print } from './support/report.ts';

/** Every benchmark by name, loaded on demand. */
const benches: Record<string, () => Promise<Bench>> = {
  burst: async () => (await import('./burst/burst.bench.ts')).burst,
  growth: async () => (await import('./growth/growth.bench.ts')).growth,
  streams: async () => (await import('./streams/streams.bench.ts')).streams,
  publishing: async () => (await import('./publishing/publishing.bench.ts')).publishing,
  reads: async () => (await import('./reads/reads.bench.ts')).reads,
  console: async () => (await import('./console/console.bench.ts')).listsOfStaff,
  'look-up': async () => (await import('./words/look-up.ts')).lookUp,
  start: async () => (await import('./start/start.bench.ts')).start,
  web: async () => (await import('./web/web.bench.ts')).web,
  words: async () => (await import('./words/words.bench.ts')).words,
};

const [name = '', ...args] = process.argv.slice(2);
const load = Object.hasOwn(benches, name) ? benches[name] : undefined;
if (load) {
  try {
    const json = args.includes('--json');
    const bench = await load();
    const tell = json ? () => undefined : (line: string) => process.stderr.write(`${line}\n`);
    const report = await bench(
      args.filter((each) => each !== '--json'),
      tell,
    );
    print(report, json);
    process.exitCode = report.verdicts.every((verdict) => verdict.holds) ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
} else {
  process.stderr.write(`Usage: npm run bench -- ${Object.keys(benches).join(' | ')} [--json]\n`);
  process.exitCode = 1;
}
