import { ARCHIVE_MAX_BYTES } from '@drumbeat/contract/voice/voice.rules.ts';
import { archiveProblems, type ReadPosts } from './archive.rules.ts';

/** Sixty megabytes take a second or two, or around ten on a slow phone. */
const DEADLINE_MS = 60_000;

/** Reads the posts of an archive's `tweets.js` locally; returns the problem if it cannot. Never rejects. */
export async function readArchiveFile(file: File, signal: AbortSignal): Promise<ReadPosts> {
  if (file.size > ARCHIVE_MAX_BYTES) return { problem: archiveProblems.large };
  const worker = new Worker(new URL('./archive.worker.ts', import.meta.url), { type: 'module' });
  const { promise, resolve } = Promise.withResolvers<ReadPosts>();
  const deadline = setTimeout(() => resolve({ problem: archiveProblems.slow }), DEADLINE_MS);
  const stop = (): void => resolve({ problem: archiveProblems.unread });
  signal.addEventListener('abort', stop);
  worker.addEventListener('message', (event: MessageEvent<ReadPosts>) => resolve(event.data));
  worker.addEventListener('error', stop);
  worker.postMessage(file);
  try {
    return await promise;
  } finally {
    clearTimeout(deadline);
    signal.removeEventListener('abort', stop);
    worker.terminate();
  }
}
