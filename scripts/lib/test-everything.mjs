import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { runNpm } from './npm.mjs';
import { NODE_MODULES, ROOT } from './paths.mjs';
import { measureProcessorTime } from './processor-time.mjs';
import { playwrightResults, runTests, vitestResults } from './results.mjs';
import { setUp } from './set-up.mjs';

const CHECKS = ['types', 'lint', 'boundaries', 'dead-code'];
const PROJECTS = ['contract', 'server', 'sandbox', 'web', 'screens', 'bench', 'scripts'];
const JOURNEYS = 'journeys';
/** Parts whose tests start servers. */
const STARTING_SERVERS = ['server', 'bench', JOURNEYS];
const VITEST = join(NODE_MODULES, 'vitest/vitest.mjs');
const PLAYWRIGHT = join(NODE_MODULES, '@playwright/test/cli.js');
/** Where both write their report, one after the other. */
const REPORT = join(ROOT, '.setup', 'test-report.json');
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
  const parts = KNOWN.filter((name) => wanted.length === 0 || wanted.includes(name));
  const projects = PROJECTS.filter((name) => parts.includes(name));
  const journeys = parts.includes(JOURNEYS);
  const tellTime = startTiming();
  await setUp({ web: journeys, server: parts.some((name) => STARTING_SERVERS.includes(name)) });
  // Most checks use one core, so in parallel they take little longer than the longest one.
  const results = await Promise.all(CHECKS.filter((name) => parts.includes(name)).map(runCheck));
  if (projects.length > 0) results.push(...(await runVitest(projects)));
  if (journeys) {
    const args = ['test', '--config', 'e2e', '--reporter=list,json'];
    results.push(...(await runTests('journeys', [PLAYWRIGHT, ...args], REPORT, playwrightResults)));
  }
  conclude(results, tellTime());
}

/**
 * A static check counts as one test.
 * @param {string} name
 * @returns {Promise<import('./results.mjs').Result>}
 */
async function runCheck(name) {
  try {
    await runNpm(`Checking ${name}`, ['run', '--silent', name]);
    return { outcome: 'passed', name };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { outcome: 'failed', name: `the check of ${name}` };
  }
}

/** @param {string[]} projects */
function runVitest(projects) {
  // Many tests wait for other processes, so one worker more than there are cores keeps all cores busy.
  const workers = `--maxWorkers=${availableParallelism() + 1}`;
  const args = ['run', workers, ...projects.flatMap((name) => ['--project', name])];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`];
  return runTests('vitest', [VITEST, ...args, ...reporters], REPORT, (report) =>
    vitestResults(report, projects),
  );
}

/**
 * Ends with what failed, what passed only at the second try, and how long it took. CI reads the very last line.
 * @param {import('./results.mjs').Result[]} results
 * @param {string} took
 */
function conclude(results, took) {
  const namesOf = (/** @type {string} */ wanted) =>
    results.filter(({ outcome }) => outcome === wanted).map(({ name }) => name);
  const [failed, flaky, skipped] = [namesOf('failed'), namesOf('flaky'), namesOf('skipped')];
  console.log();
  for (const name of failed) console.log(`Failed: ${name}`);
  for (const name of flaky) console.log(`Flaky, passed at the second try: ${name}`);
  console.log(took);
  const passed = results.length - failed.length - skipped.length;
  const left = skipped.length > 0 ? `, ${skipped.length} skipped` : '';
  console.log(`${passed} passed, ${failed.length} failed${left}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}

/** Returns a function that says how long this run took until then, and how much of the processor. */
function startTiming() {
  const started = Date.now();
  const processorSeconds = measureProcessorTime();
  return () => {
    const took = `Took ${Math.round((Date.now() - started) / 1000)} s`;
    return processorSeconds ? `${took}, ${Math.round(processorSeconds())} s of processor time` : took;
  };
}
