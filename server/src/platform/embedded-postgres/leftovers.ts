import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { endProcess, isRunning, processesIn, worksIn } from './processes.ts';

/**
 * Ends what a killed run left running in this cluster. Call it only with the data folder's run lock held:
 * then any process in the cluster is orphaned.
 */
export async function endLeftovers(clusterDir: string, warn: (message: string) => void): Promise<void> {
  const pidFile = join(clusterDir, 'postmaster.pid');
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 0) return;
  if (worksIn(pid, clusterDir)) {
    warn(`Stopping the PostgreSQL that an earlier run left behind (pid ${pid}).`);
    await endProcess(pid, [
      ['SIGINT', 5_000],
      ['SIGQUIT', 5_000],
      ['SIGKILL', 2_000],
    ]);
  } else if (isRunning(pid)) {
    // The pid now belongs to another program, and PostgreSQL would refuse to start.
    await rm(pidFile, { force: true });
  }
  // Workers of a killed postmaster hold its shared memory until they notice.
  for (const worker of processesIn(clusterDir))
    await endProcess(worker, [
      ['SIGQUIT', 2_000],
      ['SIGKILL', 2_000],
    ]);
}
