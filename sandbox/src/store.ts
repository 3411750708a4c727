import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { emptyState, type SandboxState } from './state.ts';

/** Holds the whole state; call `changed()` after every change. Never keep a part of it across an await. */
export interface Store {
  readonly state: SandboxState;
  changed(): void;
  reset(): void;
  /** Writes unsaved changes and stops the timer. */
  close(): void;
}

const firstDelayMs = 150;
/** Only readable by the current user, because it contains emails and tokens. */
const OURS = { mode: 0o600 };

/** Opens `sandbox.json` in the folder; for ':memory:', a store that saves nothing. */
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
      // Check and rename without an await in between, so that a late save cannot overwrite the final one.
      if (!closed) renameSync(`${file}.tmp`, file);
    } catch (error) {
      dirty = true;
      process.stderr.write(`sandbox: cannot write ${file}: ${String(error)}\n`);
    } finally {
      writing = false;
    }
    // A large state is written less often, so that load tests do not measure writing this file.
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
  // Nothing to write.
}

// Files of earlier versions lack fields that were added since.
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
    process.stderr.write(`sandbox: cannot read ${file}; moved it to ${aside} and starting empty\n`);
    return emptyState();
  }
}
