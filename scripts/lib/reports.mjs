import { relative, resolve, sep } from 'node:path';
import { ROOT } from './paths.mjs';

/** @typedef {import('./test-everything.mjs').Tally} Tally */

/** @typedef {{ status: string, fullName?: string, failureMessages?: string[] }} VitestResult */

/**
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: { name: string, status: string, message?: string, assertionResults: VitestResult[] }[] }} report
 * @param {string[]} projects The requested projects, each of which must have run at least one test.
 * @returns {Tally}
 */
export function vitestTally(report, projects) {
  const ran = report.testResults.map(({ name }) => projectOf(name));
  const silent = projects.filter((project) => !ran.includes(project));
  // A file that failed to load has no failed tests, so it is counted here.
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  const failures = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName = '', failureMessages = [] }) => failure(name, fullName, failureMessages[0])),
  );
  // A test that passed on a retry still has the messages of its earlier failures.
  const flaky = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages = [] }) => status === 'passed' && failureMessages.length > 0)
      .map(({ fullName = '', failureMessages = [] }) => failure(name, fullName, failureMessages[0])),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length + silent.length,
    skipped: report.numPendingTests + report.numTodoTests,
    flaky,
    failures: [
      ...failures,
      ...unloaded.map(({ name, message }) => failure(name, 'could not be loaded', message)),
      ...silent.map((project) => `${project} ran no test at all, which counts as a failure`),
    ],
  };
}

/** Of an error, in characters: a failed property needs this much for its seed, its example and what went wrong. */
const LONGEST_REASON = 700;

/**
 * One line with a failed test and what its error says before the stack.
 * @param {string} file
 * @param {string} title
 * @param {string} [why]
 */
function failure(file, title, why = '') {
  const [message = ''] = why.split(/\n\s+at /);
  const reason = message.replace(/\s+/g, ' ').slice(0, LONGEST_REASON);
  return `${relative(ROOT, resolve(ROOT, file))}: ${title}${reason === '' ? '' : ` (${reason})`}`;
}

/**
 * The project of a test file: its folder, except for the screens of `web`.
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
    flaky: suites.flatMap((suite) => journeysThat('flaky', suite)),
    failures: [
      ...suites.flatMap((suite) => journeysThat('unexpected', suite)),
      ...errors.map(({ message = '' }) => message),
    ],
  };
}

/**
 * The journeys with the given ending, each with its file: `flaky` passed only on the second attempt, `unexpected`
 * did not pass.
 * @param {'flaky' | 'unexpected'} ending
 * @param {Suite} suite
 * @returns {string[]}
 */
function journeysThat(ending, { specs = [], suites = [] }) {
  const here = specs.filter(({ tests }) => tests.some(({ status }) => status === ending));
  return [
    ...here.map(({ file, title }) => `${file}: ${title}`),
    ...suites.flatMap((suite) => journeysThat(ending, suite)),
  ];
}
