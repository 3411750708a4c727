import { expect, onTestFinished, test, vi } from 'vitest';
import { ApiError } from '../../api/errors.ts';
import { fakeBrowser } from '../../testing/browser.ts';
import { keptDraftsName, readJob, writeJob } from './job-storage.ts';
import { type JobStatus, lookOnce, type Poll, type Unanswered, untilNextLook } from './poll-job.ts';
import { lookAtJob, startError, startJob } from './useGenerationJob.ts';

const draft = {
  id: '1732180000-1',
  content: 'Small steps win.',
  scheduledTime: '2026-11-21T09:00:00.000Z',
  scheduledTimeLocal: '2026-11-21T10:00:00',
  status: 'Pending',
} as const;

const running: JobStatus = {
  status: 'processing',
  progress: 40,
  message: 'Writing',
  result: null,
  error: null,
};

const done: JobStatus = {
  ...running,
  status: 'completed',
  result: { posts: [draft], isInTrial: true, daysText: '7 days' },
};

async function poll(answers: readonly (JobStatus | Unanswered)[]) {
  let at = 0;
  let waited = 0;
  const seen: string[] = [];
  let last: Poll | undefined;
  for (;;) {
    last = await lookOnce(last, async () => answers[Math.min(at++, answers.length - 1)] ?? running);
    const { verdict } = last;
    const next = untilNextLook(last);
    if (next === false) {
      const value = verdict.do === 'end' ? verdict.result : undefined;
      const error = verdict.do === 'fail' ? verdict.error : undefined;
      return { value, error, looks: at, waited, seen };
    }
    if (verdict.do === 'wait') seen.push(`${verdict.progress} ${verdict.message}`);
    waited += next;
  }
}

test('GEN-04 GEN-05 other statuses wait and repeat, a completed job returns its posts', async () => {
  const { value, looks, waited, seen } = await poll([
    { ...running, status: 'pending', progress: 0 },
    running,
    done,
  ]);
  expect(value?.posts).toEqual([draft]);
  expect({ looks, waited }).toEqual({ looks: 3, waited: 10_000 });
  expect(seen).toEqual(['0 Writing', '40 Writing']);
});

test('GEN-06 a failed job has its error, or Job failed', async () => {
  const failed: JobStatus = { ...running, status: 'failed' };
  expect((await poll([{ ...failed, error: 'The model is out of ideas.' }])).error?.message).toBe(
    'The model is out of ideas.',
  );
  expect((await poll([failed])).error?.message).toBe('Job failed');
  expect((await poll([{ ...failed, error: '' }])).error?.message).toBe('Job failed');
});

test('GEN-08 GEN-28 the job is looked at every 5 seconds, at most 60 times', async () => {
  const { error, looks, waited } = await poll([running]);
  expect(error).toMatchObject({ message: 'Job polling timed out after 5 minutes', isFinal: false });
  expect({ looks, waited }).toEqual({ looks: 60, waited: 300_000 });
});

test('GEN-26 a job that the server does not know', async () => {
  const { error } = await poll([running, { status: 404, requestId: 'r-1' }]);
  expect(error).toMatchObject({ message: 'Job not found or has expired', requestId: 'r-1' });
});

test('GEN-27 a completed job without usable posts', async () => {
  const text = 'Invalid result format from completed job';
  expect((await poll([{ ...done, result: null }])).error?.message).toBe(text);
  const odd = { ...done, result: { posts: 'none', isInTrial: true, daysText: '7 days' } };
  expect((await poll([odd as unknown as JobStatus])).error?.message).toBe(text);
  const empty = { posts: [], isInTrial: true, daysText: '7 days' };
  expect((await poll([{ ...done, result: empty }])).error?.message).toBe(text);
});

test('a look that gets no answer counts as one attempt and the job goes on', async () => {
  const unanswered = [0, 408, 429, 500, 503].map((status) => ({ status }));
  const { value, looks, seen } = await poll([running, ...unanswered, done]);
  expect(value?.posts).toHaveLength(1);
  expect(looks).toBe(7);
  expect(seen).toEqual(Array(6).fill('40 Writing'));
  // Before the first answer nothing is known of it.
  expect((await poll([{ status: 0 }, running, done])).seen).toEqual(['0 ', '40 Writing']);
});

test('GEN-23 a refused look ends the poll', async () => {
  for (const status of [403, 499]) {
    const { error, looks } = await poll([{ status, requestId: 'r-2' }]);
    const message = `HTTP error! status: ${status}`;
    expect([error, looks]).toEqual([
      expect.objectContaining({ message, requestId: 'r-2', isFinal: true }),
      1,
    ]);
  }
});

test('GEN-22 GEN-23 GEN-24 a start that fails shows the words of the server, its status, or that the answer cannot be read', () => {
  const refused = (message: string) =>
    startError(new ApiError({ status: 409, code: 'GENERATION_NOT_ALLOWED', message })).message;
  expect(refused('Wait until Monday.')).toBe('Wait until Monday.');
  expect(refused('')).toBe('Generation not allowed right now');
  const error = startError(new ApiError({ status: 500, message: 'Oops', requestId: 'r-9' }));
  expect(error).toMatchObject({ message: 'HTTP error! status: 500', requestId: 'r-9' });
  expect(startError(new SyntaxError('x')).message).toBe('Invalid job response format from server');
});

test('GEN-23 a look at a job that is refused keeps the status and the request id', async () => {
  const requestId = 'r-9';
  fakeBrowser({
    'GET /api/posts/generation-status/job-1': () =>
      Response.json({ message: 'Gone', code: 'NOT_FOUND', requestId }, { status: 404 }),
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(await lookAtJob('job-1', AbortSignal.timeout(60_000))).toEqual({ status: 404, requestId });
});

test('a look at a job ends with the page that asked for it', async () => {
  const left = new AbortController();
  fakeBrowser({});
  vi.stubGlobal('fetch', async (_url: string, { signal }: RequestInit) => {
    left.abort(new Error('The page was left'));
    signal?.throwIfAborted();
    return Response.json({});
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  await expect(lookAtJob('job-1', left.signal)).rejects.toThrow('The page was left');
});

test('GEN-25 without a token no call is made, and the error says so', async () => {
  const server = fakeBrowser({});
  onTestFinished(() => void vi.unstubAllGlobals());
  await expect(startJob({ skipWeekends: true, replace: false })).rejects.toThrow(
    'Authentication token not found',
  );
  expect(server.calls).toEqual([]);
});

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
}

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
