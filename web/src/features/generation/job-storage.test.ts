import { expect, test } from 'vitest';
import { keptDraftsName, readJob, writeJob } from './job-storage.ts';

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
}

test('a job is found again by its own person, and forgotten when it is done', () => {
  const kept = storage();
  writeJob(kept, '1', { jobId: 'j-1', accountId: '7' });
  expect(readJob(kept, '1')).toEqual({ jobId: 'j-1', accountId: '7' });
  expect(readJob(kept, '11')).toBeNull();
  writeJob(kept, '1', null);
  expect(readJob(kept, '1')).toBeNull();
});

test('of two people in one browser each finds their own job, and nothing but what is known of it', () => {
  const kept = storage();
  writeJob(kept, '1', { jobId: 'j-1', accountId: '7' });
  writeJob(kept, '2', { jobId: 'j-2', accountId: '8' });
  writeJob(kept, '1', null);
  expect(readJob(kept, '2')).toEqual({ jobId: 'j-2', accountId: '8' });
  expect(kept.getItem('generationJob:2')).toBe('{"jobId":"j-2","accountId":"8"}');
  expect(readJob({ getItem: () => '{"jobId":"j-3","accountId":"9","at":1}' }, '1')).toEqual({
    jobId: 'j-3',
    accountId: '9',
  });
  expect(keptDraftsName('j-1')).toBe('preview:j-1');
});

test('what is not a job counts as none', () => {
  for (const text of ['', '{', 'null', '7', '{"jobId":7,"accountId":"7"}', '{"jobId":"7","accountId":7}']) {
    expect(readJob({ getItem: () => text }, '1')).toBeNull();
  }
});
