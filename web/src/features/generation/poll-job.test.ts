import { expect, test } from 'vitest';
import { type JobStatus, lookOnce, type Poll, type Unanswered, untilNextLook } from './poll-job.ts';

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
