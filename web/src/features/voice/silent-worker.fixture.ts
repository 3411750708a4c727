import { vi } from 'vitest';

/** A worker that answers when the test says so. */
export class SilentWorker extends EventTarget {
  isEnded = false;
  readonly given: unknown[] = [];
  postMessage(given: unknown): void {
    this.given.push(given);
  }
  terminate(): void {
    this.isEnded = true;
  }
  answer(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

/** Replaces all workers until the test ends; returns those that were begun, oldest first. */
export function silenceWorkers(): SilentWorker[] {
  const begun: SilentWorker[] = [];
  vi.stubGlobal(
    'Worker',
    class extends SilentWorker {
      constructor() {
        super();
        begun.push(this);
      }
    },
  );
  return begun;
}
