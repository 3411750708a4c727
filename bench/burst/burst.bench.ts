import { readNumbers, takeTexts } from '../support/options.ts';
import { atMost, percentile, type Report, rounded } from '../support/report.ts';
import { type Load, type Measured, measure, openStage } from './measure.ts';

type Scenario = { name: string; load: Load };

/**
 * How real worker processes handle many posts: all due in one second with tokens renewed ahead of time, the
 * same after an outage during which nine of ten tokens expired, and a steady stream. `--only` is a pattern
 * that selects scenarios.
 */
export async function burst(args: string[], tell: (line: string) => void): Promise<Report> {
  const { texts, rest } = takeTexts(args, ['only']);
  const options = readNumbers(rest, {
    posts: 10_000,
    rate: 1_500,
    seconds: 60,
    delay: 200,
    accounts: 10_000,
    ahead: 6_000,
  });
  const common = { delayMs: options.delay, accounts: options.accounts, aheadMs: options.ahead };
  const atOnce = { workers: 1, posts: options.posts, everyMs: 0, ...common };
  const total = options.rate * options.seconds;
  const steady = { workers: 2, posts: total, everyMs: 1000 / options.rate, ...common };
  const scenarios: Scenario[] = [
    { name: 'at once, renewed ahead', load: { ...atOnce, tokens: 'ending' } },
    { name: 'at once, expired', load: { ...atOnce, tokens: 'expired' } },
    { name: 'steady', load: { ...steady, tokens: 'good' } },
  ];
  const only = new RegExp(texts.only ?? '');
  const measured: { scenario: Scenario; found: Measured }[] = [];
  const stage = await openStage(common);
  try {
    for (const scenario of scenarios.filter(({ name }) => only.test(name))) {
      const found = await measure(stage, scenario.load);
      measured.push({ scenario, found });
      const late = rounded(percentile(found.lateness, 99));
      tell(`${scenario.name}: ${rounded(found.seconds)} s, p99 ${late} ms late`);
    }
  } finally {
    await stage.stop();
  }
  return {
    name: 'burst',
    setting: { 'X answers after ms': options.delay, accounts: options.accounts },
    columns: [
      ...[
        'load',
        'workers',
        'posts',
        's until settled',
        'late p50 ms',
        'p99 ms',
        'most ms',
        'good tokens p99 ms',
      ],
      ...['renewed before', 'meanwhile', 'workers', 'postgres', 'X'],
    ],
    rows: measured.map(({ scenario, found }) => rowOf(scenario, found)),
    verdicts: measured.flatMap(({ scenario, found }) => verdictsOf(scenario, found)),
  };
}

function rowOf({ name, load }: Scenario, { lateness, good, seconds, renewed, cpu }: Measured) {
  const shares = [cpu.workers, cpu.postgres, cpu.x];
  return [
    ...[name, load.workers, load.posts, rounded(seconds)],
    ...[percentile(lateness, 50), percentile(lateness, 99), Math.max(...lateness), percentile(good, 99)].map(
      rounded,
    ),
    ...[renewed.before, renewed.meanwhile],
    ...shares.map((share) => `${Math.round((share / (seconds * 2)) * 100)} %`),
  ];
}

function verdictsOf({ load }: Scenario, { lateness, good, seconds, renewed }: Measured) {
  if (load.everyMs > 0) return [atMost('p99 ms late of a steady stream', percentile(lateness, 99), 300)];
  if (load.tokens === 'ending')
    return [
      atMost('seconds until all are out, tokens renewed ahead', seconds, 6),
      atMost('tokens renewed while posts went out', renewed.meanwhile, 0),
    ];
  return [
    atMost('seconds until all are out, tokens expired', seconds, 30),
    atMost('p99 ms late of accounts with good tokens', percentile(good, 99), 1_000),
  ];
}
