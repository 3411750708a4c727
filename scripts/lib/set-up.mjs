import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureBuilt } from './ensure-built.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { ROOT } from './paths.mjs';

const LOCK = join(ROOT, '.setup', 'lock');
const LONGEST_SET_UP_MS = 15 * 60_000;

/**
 * Brings the clone up to date: installs the packages of the lockfile and builds what is stale.
 * Fast if nothing is stale. If a step fails, ends the process with the step's own output.
 * @param {{ web: boolean, server: boolean, tools?: boolean }} parts `tools`: also what tests and checks need.
 */
export async function setUp({ web, server, tools = true }) {
  try {
    await lockSetUp();
    process.once('exit', unlockSetUp);
    await ensureInstalled({ tools });
    await Promise.all([web && ensureWebBuilt(), server && ensureServerBuilt()]);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
  process.off('exit', unlockSetUp);
  unlockSetUp();
}

/** Two concurrent set-ups would break each other's node_modules, so the second one waits. */
async function lockSetUp() {
  mkdirSync(join(ROOT, '.setup'), { recursive: true });
  for (let told = false; !tryLock(); told = true) {
    if (!told) console.log(`Another set-up is under way here (pid ${owner()}); waiting for it.`);
    await sleep(200);
  }
}

function tryLock() {
  try {
    const file = openSync(LOCK, 'wx');
    writeSync(file, String(process.pid));
    closeSync(file);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    if (!isRunning(owner()) || isOld()) unlockSetUp();
    return false;
  }
}

function unlockSetUp() {
  rmSync(LOCK, { force: true });
}

/** The process id of a killed set-up may have been reused by a process that never ends. */
function isOld() {
  const made = statSync(LOCK, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  return Date.now() - made > LONGEST_SET_UP_MS;
}

function owner() {
  try {
    return Number(readFileSync(LOCK, 'utf8'));
  } catch {
    return 0;
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/** Builds the server and the sandbox if the existing build is stale. */
async function ensureServerBuilt() {
  await ensureBuilt({
    title: 'Building the server',
    workspace: 'server',
    sources: [
      'server/src',
      'server/build.mjs',
      'server/package.json',
      'contract/src',
      'sandbox/src',
      'package-lock.json',
    ],
    product: 'server/dist/main.js',
  });
}

/** Builds the web app if the existing build is stale. */
async function ensureWebBuilt() {
  await ensureBuilt({
    title: 'Building the web app',
    workspace: 'web',
    sources: ['web', 'contract', 'package-lock.json', 'tsconfig.base.json'],
    product: 'web/dist/index.html',
  });
}
