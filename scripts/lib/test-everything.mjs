import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { runNpm } from './npm.mjs';
import { ROOT } from './paths.mjs';
import { playwrightTally, vitestTally } from './reports.mjs';
import { runReporter } from './run-reporter.mjs';
import { builtServerEnvironment } from './server-arguments.mjs';
import { setUp } from './set-up.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number, failures?: string[], flaky?: string[] }} Tally */

const CHECKS = ['types', 'lint', 'boundaries', 'dead-code'];
const PROJECTS = ['contract', 'server', 'sandbox', 'web', 'screens', 'bench', 'scripts'];
const JOURNEYS = 'journeys';
/** Parts whose tests start servers. */
const STARTING_SERVERS = ['server', 'bench', JOURNEYS];
const KNOWN = [...CHECKS, ...PROJECTS, JOURNEYS];

/**
 * Runs every check and every test, or only the named parts, and ends with the totals.
 * @param {string[]} wanted
 */
export async function testEverything(wanted) {
  const unknown = wanted.filter((name) => !KNOWN.includes(name));
  if (unknown.length > 0) {
    console.error(`There is no part called ${unknown.join(', ')}. The parts are: ${KNOWN.join(', ')}.`);
    process.exit(1);
  }
  const parts = wanted.length > 0 ? wanted : KNOWN;
  const started = Date.now();
  await setUp({
    web: parts.includes(JOURNEYS) || parts.includes('bench'),
    server: parts.some((name) => STARTING_SERVERS.includes(name)),
  });
  /** @type {Required<Tally>} */
  const sum = { passed: 0, failed: 0, skipped: 0, failures: [], flaky: [] };
  // Most checks use one core, so in parallel they take little longer than the longest one.
  const checks = CHECKS.filter((name) => parts.includes(name));
  for (const tally of await Promise.all(checks.map(runCheck))) add(sum, tally);
  const projects = PROJECTS.filter((name) => parts.includes(name));
  if (projects.length > 0) add(sum, await runVitest(projects));
  if (parts.includes(JOURNEYS)) add(sum, await runJourneys());

  console.log(`\nAll of it took ${Math.round((Date.now() - started) / 1000)} s.`);
  for (const failure of sum.failures) console.log(`Failed: ${failure}`);
  for (const test of sum.flaky) console.log(`Flaky, passed at the second try: ${test}`);
  const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : '';
  console.log(`${sum.passed} passed, ${sum.failed} failed${skipped}`);
  process.exitCode = sum.failed > 0 ? 1 : 0;
}

/**
 * A static check counts as one test.
 * @param {string} name
 * @returns {Promise<Tally>}
 */
async function runCheck(name) {
  try {
    await runNpm(`Checking ${name}`, ['run', '--silent', name]);
    return { passed: 1, failed: 0, skipped: 0 };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1, skipped: 0, failures: [`the check of ${name}`] };
  }
}

/**
 * @param {string[]} projects
 * @returns {Promise<Tally>}
 */
function runVitest(projects) {
  const report = reportFile('vitest');
  const only = projects.flatMap((name) => ['--project', name]);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  // Many tests wait for other processes, so one worker more than there are cores keeps all cores busy.
  const workers = `--maxWorkers=${availableParallelism() + 1}`;
  const args = [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', workers, ...only, ...reporters];
  return runReporter('vitest', args, builtServerEnvironment(), report, (found) =>
    vitestTally(found, projects),
  );
}

/** @returns {Promise<Tally>} */
function runJourneys() {
  const report = reportFile('journeys');
  const args = [join(ROOT, 'node_modules/@playwright/test/cli.js'), 'test', '--config', join(ROOT, 'e2e')];
  const env = { ...builtServerEnvironment(), PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  return runReporter('the journeys', [...args, '--reporter=list,json'], env, report, playwrightTally);
}

/** @param {string} name */
function reportFile(name) {
  mkdirSync(join(ROOT, '.setup'), { recursive: true });
  return join(ROOT, '.setup', `${name}-report.json`);
}

/**
 * @param {Required<Tally>} sum
 * @param {Tally} more
 */
function add(sum, more) {
  sum.passed += more.passed;
  sum.failed += more.failed;
  sum.skipped += more.skipped;
  sum.failures.push(...(more.failures ?? []));
  sum.flaky.push(...(more.flaky ?? []));
}
