import { setTimeout as sleep } from 'node:timers/promises';
import { launch, type RunningServer } from './launch.ts';
import { endLeftovers } from './leftovers.ts';
import type { ClusterPlace } from './place.ts';
import { choosePort } from './port.ts';
import { endProcess } from './processes.ts';

/** The runner's log; any of our loggers fits. */
export interface EmbeddedPostgresLog {
  info(message: string): void;
  warn(message: string): void;
}

export interface ServerPlan {
  place: ClusterPlace;
  port: number;
  durable: boolean;
  sharedBuffers: string | undefined;
  log: EmbeddedPostgresLog;
  onLost: ((error: Error) => void) | undefined;
}

export interface SupervisedServer {
  port: number;
  stop(): Promise<void>;
}

const LAUNCH_ATTEMPTS = 5;
const DEATHS_A_MINUTE = 5;

/** Runs the server until `stop`, restarting it on the same port when it dies. */
export async function superviseServer(plan: ServerPlan): Promise<SupervisedServer> {
  let stopping = false;
  const deaths: number[] = [];
  const first = await launchPatiently(plan, choosePort);
  const { port } = first;
  let server: Promise<RunningServer | undefined> = Promise.resolve(watched(first.server));

  function watched(running: RunningServer): RunningServer {
    running.child.once('exit', () => {
      running.watchdog.kill();
      if (!stopping) server = revive();
    });
    return running;
  }

  async function revive(): Promise<RunningServer | undefined> {
    try {
      deaths.push(Date.now());
      if (deaths.filter((at) => at > Date.now() - 60_000).length > DEATHS_A_MINUTE) {
        throw new Error(`PostgreSQL keeps crashing; its log is ${plan.place.stateDir}/postgres.log.`);
      }
      plan.log.warn('PostgreSQL exited unexpectedly; restarting it.');
      await endLeftovers(plan.place.clusterDir, (message) => plan.log.warn(message));
      return watched((await launchPatiently({ ...plan, port }, async () => port)).server);
    } catch (error) {
      plan.onLost?.(error as Error);
      return undefined;
    }
  }

  async function stop(): Promise<void> {
    stopping = true;
    const running = await server;
    if (running?.child.pid) {
      await endProcess(running.child.pid, [
        ['SIGINT', 15_000],
        ['SIGQUIT', 5_000],
        ['SIGKILL', 2_000],
      ]);
    }
  }

  return { port, stop };
}

/**
 * Retries, because a port can be taken between choosing and listening, and a dead server's memory can linger.
 */
async function launchPatiently(
  { place, port, durable, sharedBuffers, log }: ServerPlan,
  nextPort: (stateDir: string, wished: number) => Promise<number>,
): Promise<{ server: RunningServer; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const chosen = attempt === 1 ? port : await nextPort(place.stateDir, port);
    try {
      return { server: await launch(place, chosen, { durable, sharedBuffers }), port: chosen };
    } catch (error) {
      if (attempt === LAUNCH_ATTEMPTS) throw error;
      await endLeftovers(place.clusterDir, (message) => log.warn(message));
      await sleep(200 * attempt);
    }
  }
}
