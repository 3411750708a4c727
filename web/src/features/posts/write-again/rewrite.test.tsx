import type { CallOutput } from '@drumbeat/contract/calls.ts';
import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { queryClient } from '../../../api/query.ts';
import { type Answers, held, refusal } from '../../../testing/fake-server.ts';
import { openScreen } from '../../../testing/screen.tsx';
import { buildPost } from '../build-post.fixture.ts';

const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
const post = buildPost({ id: '1', content: 'The first post. It goes on.', scheduledTime: tomorrow });
type Answer = CallOutput<'POST /api/posts/rewrite'>;

async function openEditor(answers: Answers = {}) {
  const server = openScreen('/dashboard', { answers: { 'GET /api/posts': { posts: [post] }, ...answers } });
  await userEvent.click(await screen.findByRole('button', { name: /^Edit post of / }));
  const form = within(await screen.findByRole('form', { name: 'Edit post' }));
  const field = form.getByRole<HTMLTextAreaElement>('textbox', { name: 'Post content' });
  const again = form.getByRole('button', { name: 'Write again' });
  const choose = async (item: string) => {
    await userEvent.click(again);
    await userEvent.click(await screen.findByRole('menuitem', { name: item }));
  };
  const asked = () => server.made('POST /api/posts/rewrite').map(({ body }) => body);
  return { server, form, field, again, choose, asked };
}

test('GEN-71 a shorter version takes the field; Undo brings the old text back and Redo the new one; nothing is saved', async () => {
  const { server, form, field, again, choose, asked } = await openEditor({
    'POST /api/posts/rewrite': { text: 'The first post.' },
  });
  await choose('Shorter');
  const undo = await form.findByRole('button', { name: 'Undo' });
  expect(field.value).toBe('The first post.');
  expect(asked()).toEqual([{ twitterAccountId: '7', text: post.content, way: 'shorter' }]);
  form.getByText('Rewritten.');
  await userEvent.click(undo);
  expect(field.value).toBe(post.content);
  expect(document.activeElement).toBe(again);
  form.getByText('Your text is back.');
  await userEvent.click(form.getByRole('button', { name: 'Redo' }));
  expect(field.value).toBe('The first post.');
  expect(document.activeElement).toBe(again);
  expect(server.made('PUT /api/posts/:id')).toEqual([]);
});

test('GEN-71 words typed into a new version are not lost by Undo', async () => {
  const { server, form, field, choose, asked } = await openEditor({
    'POST /api/posts/rewrite': { text: 'New.' },
  });
  await choose('Another angle');
  const undo = await form.findByRole('button', { name: 'Undo' });
  await userEvent.type(field, ' And mine.');
  await userEvent.click(undo);
  expect(field.value).toBe(post.content);
  await userEvent.click(form.getByRole('button', { name: 'Redo' }));
  expect(field.value).toBe('New. And mine.');
  // The next version is one of these words, and between two versions both ways are open.
  server.answer({ 'POST /api/posts/rewrite': { text: 'Newer.' } });
  await choose('Shorter');
  await waitFor(() => expect(field.value).toBe('Newer.'));
  expect(asked()).toEqual([
    { twitterAccountId: '7', text: post.content, way: 'angle' },
    { twitterAccountId: '7', text: 'New. And mine.', way: 'shorter' },
  ]);
  expect(form.queryByRole('button', { name: 'Redo' })).toBeNull();
  await userEvent.click(form.getByRole('button', { name: 'Undo' }));
  expect(field.value).toBe('New. And mine.');
  form.getByText('Rewritten.');
  form.getByRole('button', { name: 'Redo' });
  await userEvent.click(form.getByRole('button', { name: 'Undo' }));
  expect(field.value).toBe(post.content);
  expect(form.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('GEN-72 a hint opens in place with its counter; Enter sends it, and the editor stays', async () => {
  const { form, field, choose, asked } = await openEditor({
    'POST /api/posts/rewrite': { text: 'Is it first?' },
  });
  await choose('With a hint…');
  const hint = form.getByRole<HTMLInputElement>('textbox', { name: 'What should change?' });
  expect(document.activeElement).toBe(hint);
  expect(hint).toMatchObject({ placeholder: 'End with a question', autocomplete: 'off' });
  await userEvent.type(hint, '{Enter} {Enter}');
  expect(asked()).toEqual([]);
  await userEvent.type(hint, 'as a question');
  expect(form.getByRole('textbox', { name: 'What should change?', description: '14 / 200' })).toBe(hint);
  // Nor does the Enter that only ends a word of Chinese or Japanese.
  fireEvent.keyDown(hint, { key: 'Enter', isComposing: true });
  expect(asked()).toEqual([]);
  await userEvent.type(hint, '{Enter}');
  await waitFor(() => expect(field.value).toBe('Is it first?'));
  expect(asked()).toEqual([
    { twitterAccountId: '7', text: post.content, way: 'hint', hint: 'as a question' },
  ]);
  await waitFor(() => expect(form.queryByRole('textbox', { name: 'What should change?' })).toBeNull());
  expect(document.activeElement).toBe(form.getByRole('button', { name: 'Write again' }));
});

test('GEN-72 Escape closes the hint, then the menu, and leaves the editor open', async () => {
  const { form, again, choose } = await openEditor();
  await choose('With a hint…');
  await userEvent.type(form.getByRole('textbox', { name: 'What should change?' }), 'abc{Escape}');
  expect(form.queryByRole('textbox', { name: 'What should change?' })).toBeNull();
  expect(document.activeElement).toBe(again);
  await userEvent.click(again);
  await screen.findByRole('menuitem', { name: 'Shorter' });
  await userEvent.keyboard('{ArrowDown}{Escape}');
  await waitFor(() => expect(screen.queryByRole('menuitem', { name: 'Shorter' })).toBeNull());
  screen.getByRole('form', { name: 'Edit post' });
});

test('without a connection a hint waits and says so; closing it takes it back', async () => {
  const { form, again, choose, asked } = await openEditor({ 'POST /api/posts/rewrite': { text: 'New.' } });
  await choose('With a hint…');
  const hint = form.getByRole('textbox', { name: 'What should change?' });
  await userEvent.type(hint, 'warmer');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onlineManager.setOnline(false);
  fireEvent.keyDown(hint, { key: 'Enter' });
  await waitFor(() => expect(again.ariaBusy).toBe('true'));
  await act(() => vi.advanceTimersByTimeAsync(3_100));
  within(again).getByText('Waiting for connection');
  vi.useRealTimers();
  fireEvent.keyDown(hint, { key: 'Escape' });
  await waitFor(() => expect(again.ariaBusy).toBeNull());
  onlineManager.setOnline(true);
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(asked()).toEqual([]);
});

test('GEN-72 a hint has at most 200 characters', async () => {
  const { form, choose } = await openEditor();
  await choose('With a hint…');
  const hint = form.getByRole<HTMLInputElement>('textbox', { name: 'What should change?' });
  await userEvent.click(hint);
  await userEvent.paste('a'.repeat(250));
  expect(hint.value).toHaveLength(200);
  form.getByText('200 / 200');
  // Another way needs no hint.
  await choose('Shorter');
  expect(hint.isConnected).toBe(false);
});

test('while it is written the button says so, and the field can be read but not changed', async () => {
  const answer = held<Answer>();
  const { form, field, choose } = await openEditor({ 'POST /api/posts/rewrite': () => answer.promise });
  await choose('Another angle');
  const busy = await form.findByRole('button', { name: /Writing…/ });
  expect([busy.ariaBusy, field.readOnly, field.value]).toEqual(['true', true, post.content]);
  answer.give({ text: 'Another.' });
  await waitFor(() => expect([field.readOnly, field.value]).toEqual([false, 'Another.']));
});

test('an answer that comes after the editor is closed changes nothing', async () => {
  const answer = held<Answer>();
  const { server, form, choose } = await openEditor({ 'POST /api/posts/rewrite': () => answer.promise });
  await choose('Another angle');
  await form.findByRole('button', { name: /Writing…/ });
  await userEvent.click(form.getByRole('button', { name: 'Cancel' }));
  answer.give({ text: 'Another.' });
  await screen.findByText(post.content);
  expect(screen.queryByText('Another.')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Unsaved changes' })).toBeNull();
  expect(server.made('PUT /api/posts/:id')).toEqual([]);
});

test('GEN-73 why no version came stands beside the button, the text stays, and a hint can be mended', async () => {
  const words = 'No version was good enough. Your text is unchanged. Try another hint.';
  const { server, form, field, choose } = await openEditor({
    'POST /api/posts/rewrite': refusal(422, 'REWRITE_FAILED', words),
  });
  await choose('With a hint…');
  const hint = form.getByRole<HTMLInputElement>('textbox', { name: 'What should change?' });
  const send = form.getByRole('button', { name: 'Write' });
  expect(send).toHaveProperty('disabled', true);
  await userEvent.type(hint, 'rude{Enter}');
  expect((await form.findByRole('alert')).textContent).toBe(words);
  expect([field.value, hint.value]).toEqual([post.content, 'rude']);
  const answer = held<Answer>();
  server.answer({ 'POST /api/posts/rewrite': () => answer.promise });
  await userEvent.type(hint, ' no, kind');
  await userEvent.click(send);
  await waitFor(() => expect([send.ariaBusy, hint.readOnly]).toEqual(['true', true]));
  answer.give({ text: 'Kind.' });
  await waitFor(() => expect(field.value).toBe('Kind.'));
  expect(form.queryByRole('alert')).toBeNull();
});

test('GEN-73 a fault of ours has its request id', async () => {
  const words = 'The AI cannot be reached right now. Your text is unchanged. Please try again in a minute.';
  const { form, choose } = await openEditor({
    'POST /api/posts/rewrite': refusal(503, 'UNAVAILABLE', words),
  });
  await choose('Shorter');
  const alert = await form.findByRole('alert');
  expect(alert.textContent).toContain(words);
  expect(alert.textContent).toContain('Request ID');
});

test('a new version names what supports it, and says how near it is to one’s own posts', async () => {
  const source = { claim: '$9', sourceId: 'fact:1', label: 'A loaf is $9', url: null };
  const { form, field, choose } = await openEditor({
    'POST /api/posts/rewrite': {
      text: 'A loaf is $9.',
      nearness: { score: 82, reasons: [] },
      sources: [source],
    },
  });
  await choose('Another angle');
  await form.findByText('82% like you');
  expect(form.getByRole('region', { name: 'Supported by' }).textContent).toContain('$9 – A loaf is $9');
  // Of words that somebody typed nobody knows either.
  await userEvent.type(field, ' A cake is $9.');
  expect(form.queryByText('82% like you')).toBeNull();
  expect(form.queryByRole('region', { name: 'Supported by' })).toBeNull();
});

test('an empty text cannot be written again', async () => {
  const { field, again } = await openEditor();
  await userEvent.clear(field);
  expect((again as HTMLButtonElement).disabled).toBe(true);
});
