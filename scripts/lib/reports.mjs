import { relative, sep } from 'node:path';
import { ROOT } from './paths.mjs';

/** @typedef {import('./test-everything.mjs').Tally} Tally */

/**
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: { name: string, status: string, assertionResults: { status: string }[] }[] }} report
 * @param {string[]} projects Those that were asked for, each of which must have run something.
 * @returns {Tally}
 */
export function vitestTally(report, projects) {
  const ran = report.testResults.map(({ name }) => projectOf(name));
  const silent = projects.filter((project) => !ran.includes(project));
  for (const project of silent) console.error(`${project} ran no test at all, which counts as a failure.`);
  // A file that could not be loaded counts no failed test, so it is counted here.
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length + silent.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * The project that a test file belongs to: its folder, but for the screens of `web`.
 * @param {string} file
 */
function projectOf(file) {
  return file.endsWith('.test.tsx') ? 'screens' : relative(ROOT, file).split(sep)[0];
}

/** @typedef {{ title: string, file: string, tests: { status: string }[] }} Spec */
/** @typedef {{ title: string, specs?: Spec[], suites?: Suite[] }} Suite */

/**
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number },
 *   errors: { message?: string }[], suites?: Suite[] }} report
 * @returns {Tally}
 */
export function playwrightTally({ stats, errors, suites = [] }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + (stats.unexpected === 0 ? errors.length : 0),
    skipped: stats.skipped,
    flaky: suites.flatMap((suite) => flakyJourneys(suite)),
  };
}

/**
 * The journeys that passed only at their second try, each with its file.
 * @param {Suite} suite
 * @returns {string[]}
 */
function flakyJourneys({ specs = [], suites = [] }) {
  const here = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'));
  return [
    ...here.map(({ file, title }) => `${file}: ${title}`),
    ...suites.flatMap((suite) => flakyJourneys(suite)),
  ];
}
