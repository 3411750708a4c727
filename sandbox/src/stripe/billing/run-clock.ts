import type { SandboxContext } from '../../context.ts';
import { expireOldSessions } from '../pages/checkout-sessions.ts';
import { runDueForAll } from './advance.ts';

const everyMs = 20_000;

/** Processes trial ends, renewals and session expiry by the real clock. Returns a function that stops it. */
export function startClock(context: SandboxContext): () => void {
  const tick = (): void => {
    runDueForAll(context);
    expireOldSessions(context);
  };
  tick();
  const timer = setInterval(tick, everyMs).unref();
  return () => clearInterval(timer);
}
