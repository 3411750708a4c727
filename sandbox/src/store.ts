import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { emptyState, type SandboxState } from './state.ts';

/** Holds the whole state; every writer calls `changed()` after a change. Never keep a part of it across awaits. */
export interface Store {
  readonly state: SandboxState;
  changed(): void;
  reset(): void;
  /** Writes what is unsaved and stops the timer. */
  close(): void;
}

const firstDelayMs = 150;
/** Nobody else on this machine reads it: it holds emails and tokens. */
const OURS = { mode: 0o600 };

/** Opens `sandbox.json` in the folder, or a store that keeps nothing for ':memory:'. */
export function openStore(dataDir: string): Store {
  if (dataDir === ':memory:') return memoryStore();
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'sandbox.json');
  let state = load(file);
  let timer: NodeJS.Timeout | undefined;
  let dirty = false;
  let writing = false;
  let closed = false;
  let delayMs = firstDelayMs;

  async function save(): Promise<void> {
    timer = undefined;
    if (writing) return schedule();
    writing = true;
    dirty = false;
    const started = performance.now();
    try {
      await writeFile(`${file}.tmp`, JSON.stringify(state), OURS);
      // Without a pause between check and rename, so that a late save cannot undo the one at stop.
      if (!closed) renameSync(`${file}.tmp`, file);
    } catch (error) {
      dirty = true;
      process.stderr.write(`sandbox: cannot write ${file}: ${String(error)}\n`);
    } finally {
      writing = false;
    }
    // A large state is written less often, so that load tests do not measure the writing of this file.
    delayMs = Math.max(firstDelayMs, (performance.now() - started) * 20);
  }

  function schedule(): void {
    if (closed) return;
    timer ??= setTimeout(() => void save(), delayMs);
    timer.unref();
  }

  return {
    get state() {
      return state;
    },
    changed() {
      dirty = true;
      schedule();
    },
    reset() {
      state = emptyState();
      dirty = true;
      schedule();
    },
    close() {
      clearTimeout(timer);
      closed = true;
      if (!dirty && !writing) return;
      writeFileSync(`${file}.stop.tmp`, JSON.stringify(state), OURS);
      renameSync(`${file}.stop.tmp`, file);
      dirty = false;
    },
  };
}

function memoryStore(): Store {
  let state = emptyState();
  return {
    get state() {
      return state;
    },
    changed: nothing,
    reset() {
      state = emptyState();
    },
    close: nothing,
  };
}

function nothing(): void {
  // There is no file to write.
}

// A file of an earlier version lacks what was added since.
function withDefaults(saved: Partial<SandboxState>): SandboxState {
  const empty = emptyState();
  return {
    x: { ...empty.x, ...saved.x },
    stripe: { ...empty.stripe, ...saved.stripe },
    mail: { ...empty.mail, ...saved.mail },
    llm: { ...empty.llm, ...saved.llm },
  };
}

function load(file: string): SandboxState {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return emptyState();
  }
  try {
    return withDefaults(JSON.parse(text) as Partial<SandboxState>);
  } catch {
    const aside = `${file}.unreadable`;
    renameSync(file, aside);
    process.stderr.write(
      `sandbox: ${file} could not be read; it was moved to ${aside} and a new one begun\n`,
    );
    return emptyState();
  }
}
