import { expect, test } from 'vitest';
import { readJob, writeJob } from './job-storage.ts';

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
}

test('a job is found again after a reload, and forgotten when it is done', () => {
  const kept = storage();
  writeJob(kept, { jobId: 'j-1', accountId: '7' });
  expect(readJob(kept)).toEqual({ jobId: 'j-1', accountId: '7' });
  writeJob(kept, null);
  expect(readJob(kept)).toBeNull();
});

test('what is not a job counts as none', () => {
  for (const text of ['', '{', 'null', '7', '{"jobId":7,"accountId":"7"}']) {
    expect(readJob({ getItem: () => text })).toBeNull();
  }
});
