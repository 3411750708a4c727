/** The generation job of this tab, kept in session storage, so that a reload finds it again. */
export type StoredJob = { jobId: string; accountId: string };

const KEY = 'generationJob';

export function readJob(storage: Pick<Storage, 'getItem'>): StoredJob | null {
  try {
    const job: unknown = JSON.parse(storage.getItem(KEY) ?? 'null');
    if (typeof job !== 'object' || job === null) return null;
    const { jobId, accountId } = job as Record<string, unknown>;
    return typeof jobId === 'string' && typeof accountId === 'string' ? { jobId, accountId } : null;
  } catch {
    return null;
  }
}

export function writeJob(storage: Pick<Storage, 'setItem' | 'removeItem'>, job: StoredJob | null): void {
  if (job) storage.setItem(KEY, JSON.stringify(job));
  else storage.removeItem(KEY);
}

/** The name under which the edits of a job's preview are kept. */
export function keptDraftsName(jobId: string): string {
  return `preview:${jobId}`;
}
