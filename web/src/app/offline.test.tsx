/** What a button says and does without a connection. */
import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../api/query.ts';
import { buildPost } from '../features/posts/build-post.fixture.ts';
import { buildVoice } from '../features/voice/build-voice.fixture.ts';
import type { Answers } from '../testing/fake-server.ts';
import { openScreen } from '../testing/screen.tsx';
import { buttonOf, chooseOfPost, pasted, prepareStep, type Step } from '../testing/steps.ts';

afterEach(() => onlineManager.setOnline(true));

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const post = buildPost({ scheduledTime: inDays(1) });
const voice = buildVoice({ proposals: [{ lesson: 'no_emoji', text: 'Use no emoji.', times: 3 }] });

/** Fills a form, presses its button without a connection, and waits until the button says so. */
async function pressOffline(step: Omit<Step, 'busy' | 'call'>): Promise<HTMLElement> {
  const scope = await prepareStep(step);
  const button = await buttonOf(scope, step.press);
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onlineManager.setOnline(false);
  fireEvent.click(button);
  await waitFor(() => expect(button.ariaBusy).toBe('true'));
  await act(() => vi.advanceTimersByTimeAsync(3_100));
  expect(await buttonOf(scope, 'Waiting for connection')).toBe(button);
  vi.useRealTimers();
  return scope;
}

const chooseFile = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'More about posts' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Import posts…' }));
  const input = await screen.findByLabelText<HTMLInputElement>(/Choose a file/);
  const file = new File(['time,content'], 'posts.csv', { type: 'text/csv' });
  await userEvent.upload(input, file);
  await screen.findByText('Row 1 is odd.');
};

test.each<[path: string, answers: Answers, step: Omit<Step, 'busy'>]>([
  [
    '/dashboard',
    { 'GET /api/posts': { posts: [post] } },
    {
      open: 'New post',
      fill: { 'Post as @ada': 'Mine.' },
      press: 'Schedule post',
      call: 'POST /api/posts/own',
    },
  ],
  [
    '/dashboard',
    { 'GET /api/posts': { posts: [post] } },
    {
      open: chooseOfPost('Publish now…'),
      press: 'Publish now',
      call: 'POST /api/posts/:id/publish-now',
    },
  ],
  [
    '/voice',
    { 'GET /api/voice': voice },
    {
      open: 'Import posts',
      choose: ['radio', /Pasted posts/],
      fill: { 'Your posts': pasted },
      press: 'Make profile',
      call: 'POST /api/voice/import',
    },
  ],
  [
    '/dashboard',
    {
      'GET /api/posts': { posts: [post] },
      'POST /api/posts/import': {
        rows: 1,
        faults: [{ row: 1, column: null, code: 'CSV_MALFORMED', message: 'Row 1 is odd.' }],
        refusal: null,
        posts: [],
      } as never,
    },
    { open: chooseFile, press: 'Check again', call: 'POST /api/posts/import' },
  ],
])(
  'at %s without a connection a dialog says so, and closing it takes back what was pressed',
  async (path, answers, { call, ...step }) => {
    const server = openScreen(path, { answers });
    const scope = await pressOffline(step);
    const before = server.made(call).length;
    fireEvent.click(await buttonOf(scope, 'Close'));
    await waitFor(() => expect(scope.isConnected).toBe(false));
    onlineManager.setOnline(true);
    // What still waited would be sent now.
    await waitFor(() => expect(queryClient.isMutating()).toBe(0));
    expect(server.made(call)).toHaveLength(before);
  },
);

test.each<[path: string, answers: Answers, steps: Omit<Step, 'busy'>[]]>([
  [
    '/settings',
    {},
    [
      { fill: { Message: 'Lovely' }, press: 'Send feedback', call: 'POST /api/feedback' },
      { press: 'Create address', call: 'POST /api/posts/feed' },
    ],
  ],
  [
    '/dashboard',
    {
      'GET /api/posts': { posts: [post] },
      'POST /api/posts/bulk/pause': { posts: [], refused: [] },
    },
    [
      {
        choose: ['checkbox', /^Select post of /],
        press: 'Pause',
        call: 'POST /api/posts/bulk/pause',
      },
    ],
  ],
])(
  'at %s without a connection a button says so, and sends once there is one',
  async (path, answers, steps) => {
    const server = openScreen(path, { answers });
    for (const { call, ...step } of steps) {
      await pressOffline(step);
      expect(server.made(call)).toEqual([]);
      onlineManager.setOnline(true);
      await waitFor(() => expect(server.made(call)).toHaveLength(1));
      await waitFor(() => expect(queryClient.isMutating()).toBe(0));
    }
  },
);
