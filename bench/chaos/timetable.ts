import { setTimeout as sleep } from 'node:timers/promises';

export type Appointment = { at: number; act: () => Promise<unknown> };

/** Runs each act at its time, independently of the others. Resolves when all end; rejects if one fails. */
export async function keepTimetable(appointments: readonly Appointment[]): Promise<void> {
  const acts: Promise<unknown>[] = [];
  for (const { at, act } of [...appointments].sort((a, b) => a.at - b.at)) {
    const wait = at - Date.now();
    if (wait > 0) await sleep(wait);
    acts.push(act());
  }
  await Promise.all(acts);
}
