import { readNumbers } from '../support/options.ts';
import { fillAccounts } from '../support/people.ts';
import { startDatabase } from '../support/postgres.ts';
import { atLeast, median, type Report, rounded } from '../support/report.ts';
import { pgBoss, raw } from './contenders.ts';
import { ours } from './ours.ts';

const contenders = [raw, ours, pgBoss];

/** Posts per second of plain SQL, our engine and a job queue, measured alternately on one PostgreSQL. */
export async function publishing(args: string[], tell: (line: string) => void): Promise<Report> {
  const options = readNumbers(args, { posts: 20_000, accounts: 5_000, rounds: 3 });
  const rates = new Map(contenders.map((each) => [each.name, [] as number[]]));
  const database = await startDatabase();
  try {
    await fillAccounts(database, options.accounts);
    // The first round of each is a warm-up: it compiles and fills caches.
    for (let round = 0; round <= options.rounds; round += 1) {
      for (const contender of contenders) {
        const posts = round === 0 ? Math.min(2_000, options.posts) : options.posts;
        const rate = posts / (await contender.run(database, posts));
        if (round > 0) rates.get(contender.name)?.push(rate);
        tell(`${round === 0 ? 'warm-up' : `round ${round}`}: ${contender.name} ${rounded(rate)} posts/s`);
      }
    }
  } finally {
    await database.stop();
  }
  const middle = (name: string) => median(rates.get(name) ?? []);
  return {
    name: 'publishing',
    setting: options,
    columns: ['contender', 'posts/s', 'least', 'most', 'of raw', 'settings'],
    rows: contenders.map(({ name, note }) => {
      const all = rates.get(name) ?? [];
      const figures = [middle(name), Math.min(...all), Math.max(...all), middle(name) / middle(raw.name)];
      return [name, ...figures.map(rounded), note];
    }),
    verdicts: [
      atLeast('share of the raw limit', middle(ours.name) / middle(raw.name), 0.8),
      atLeast('times pg-boss', middle(ours.name) / middle(pgBoss.name), 1),
    ],
  };
}
