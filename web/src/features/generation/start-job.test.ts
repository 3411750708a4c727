import { expect, onTestFinished, test, vi } from 'vitest';
import { ApiError } from '../../api/errors.ts';
import { fakeBrowser } from '../../testing/browser.ts';
import { lookAtJob, startError, startJob } from './useGenerationJob.ts';

test('GEN-22 a 409 GENERATION_NOT_ALLOWED shows the server message, or the fallback', () => {
  const refused = (message: string) =>
    startError(new ApiError({ status: 409, code: 'GENERATION_NOT_ALLOWED', message })).message;
  expect(refused('Wait until Monday.')).toBe('Wait until Monday.');
  expect(refused('')).toBe('Generation not allowed right now');
});

test('GEN-23 a failed generation request shows its status, and keeps the request id', () => {
  const error = startError(new ApiError({ status: 500, message: 'Oops', requestId: 'r-9' }));
  expect(error).toMatchObject({ message: 'HTTP error! status: 500', requestId: 'r-9' });
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

test('GEN-24 an answer that cannot be read', () => {
  expect(startError(new SyntaxError('x')).message).toBe('Invalid job response format from server');
});

test('GEN-25 without a token no call is made, and the error says so', async () => {
  const server = fakeBrowser({});
  onTestFinished(() => void vi.unstubAllGlobals());
  await expect(startJob({ skipWeekends: true, replace: false })).rejects.toThrow(
    'Authentication token not found',
  );
  expect(server.calls).toEqual([]);
});
