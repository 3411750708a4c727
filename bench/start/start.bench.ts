import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readNumbers } from '../support/options.ts';
import { atMost, median, type Report, rounded } from '../support/report.ts';
import { freePort } from '../support/server-process.ts';

const ROOT = join(import.meta.dirname, '../..');
const READY = /is ready \((?<seconds>[\d.]+) s\)/;
const PATIENCE_MS = 120_000;
const ANSWER_MS = 10_000;

/**
 * Milliseconds until the product says that it is ready, how many of them came after the server's code was
 * loaded, and its memory in bytes at that point.
 */
type Start = { whole: number; server: number; memory: number };

const MIB = 1024 * 1024;

/**
 * How long `npm start` takes on a built clone: once with an empty folder, then repeatedly with the same one.
 * Also the memory of API, worker and web app together, `idle` seconds after the last start.
 */
export async function start(args: string[], tell: (line: string) => void): Promise<Report> {
  const { rounds, idle } = readNumbers(args, { rounds: 5, idle: 15 });
  const folder = await mkdtemp(join(tmpdir(), 'drumbeat-bench-'));
  // PostgreSQL may run as another user, which must be able to enter this folder.
  await chmod(folder, 0o711);
  try {
    const first = await startOnce(folder);
    tell(`on an empty folder: ${rounded(first.whole)} ms`);
    const warm: Start[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const idleFor = round === rounds ? idle : 0;
      warm.push(await startOnce(folder, idleFor));
      tell(`start ${round}: ${rounded(warm.at(-1)?.whole ?? 0)} ms`);
    }
    const memory = warm.at(-1)?.memory ?? Number.NaN;
    tell(`idle: ${rounded(memory / MIB)} MiB`);
    const whole = median(warm.map((each) => each.whole));
    return {
      name: 'start',
      setting: { rounds, idle },
      columns: ['npm start', 'ready after ms', 'of them in the server ms'],
      rows: [
        ['on an empty folder', rounded(first.whole), rounded(first.server)],
        ['on its data (median)', rounded(whole), rounded(median(warm.map((each) => each.server)))],
      ],
      verdicts: [
        atMost('ready on its data after s', whole / 1_000, 1.5),
        atMost('MiB held when idle', memory / MIB, 143),
      ],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Starts the product as a person would, leaves it idle, stops it. Throws its output if it never gets up. */
function startOnce(folder: string, idleSeconds = 0): Promise<Start> {
  const began = performance.now();
  return withProduct(folder, async (seconds, origin) => {
    const whole = performance.now() - began;
    await sleep(idleSeconds * 1_000);
    return { whole, server: seconds * 1_000, memory: await memoryOf(origin) };
  });
}

/** Memory in bytes of the process that runs API, worker and web app; without the sandbox and PostgreSQL. */
async function memoryOf(origin: string): Promise<number> {
  const answer = await fetch(`${origin}/metrics`, { signal: AbortSignal.timeout(ANSWER_MS) });
  const found = /^process_resident_memory_bytes (?<bytes>\d+)/m.exec(await answer.text())?.groups?.bytes;
  if (found === undefined) throw new Error('The product does not say what memory it holds');
  return Number(found);
}

/** Runs something while the product is ready, then stops it. */
async function withProduct<T>(
  folder: string,
  act: (secondsToReady: number, origin: string) => Promise<T>,
): Promise<T> {
  const [port, sandboxPort, smtpPort] = [await freePort(), await freePort(), await freePort()];
  const { PATH, HOME } = process.env;
  const product = spawn('npm', ['start'], {
    cwd: ROOT,
    env: {
      PATH,
      HOME,
      DATA_DIR: folder,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_SMTP_PORT: String(smtpPort),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // npm may exit before the server, which keeps these pipes open until it ends.
  const ended = once(product, 'close');
  try {
    return await act(await ready(product), `http://localhost:${port}`);
  } finally {
    product.kill('SIGTERM');
    await ended;
  }
}

/** Resolves to the seconds that the server says it took. */
function ready(product: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let said = '';
    const fail = () => reject(new Error(`npm start did not get ready:\n${said}`));
    const late = setTimeout(fail, PATIENCE_MS);
    product.once('exit', fail);
    product.once('error', fail);
    for (const stream of [product.stdout, product.stderr])
      stream?.on('data', (chunk: Buffer) => {
        said += chunk;
        const seconds = READY.exec(said)?.groups?.seconds;
        if (seconds === undefined) return;
        clearTimeout(late);
        resolve(Number(seconds));
      });
  });
}
