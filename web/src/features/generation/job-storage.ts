/** A person's generation job, kept in local storage so that another tab or a reopened browser finds it. */
export type StoredJob = { jobId: string; accountId: string };

const keyFor = (person: string): string => `generationJob:${person}`;

export function readJob(storage: Pick<Storage, 'getItem'>, person: string): StoredJob | null {
  try {
    const job: unknown = JSON.parse(storage.getItem(keyFor(person)) ?? 'null');
    if (typeof job !== 'object' || job === null) return null;
    const { jobId, accountId } = job as Record<string, unknown>;
    return typeof jobId === 'string' && typeof accountId === 'string' ? { jobId, accountId } : null;
  } catch {
    return null;
  }
}

export function writeJob(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  person: string,
  job: StoredJob | null,
): void {
  if (job) storage.setItem(keyFor(person), JSON.stringify(job));
  else storage.removeItem(keyFor(person));
}

/** The draft name for the edits of a job's preview. */
export function keptDraftsName(jobId: string): string {
  return `preview:${jobId}`;
}
