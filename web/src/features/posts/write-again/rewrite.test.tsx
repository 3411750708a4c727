import type { CallOutput } from '@drumbeat/contract/calls.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
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

test('GEN-72 a hint has at most 200 characters and a counter; Enter sends it, and the editor stays', async () => {
  const { form, field, choose, asked } = await openEditor({
    'POST /api/posts/rewrite': { text: 'Is it first?' },
  });
  await choose('With a hint…');
  const hint = form.getByRole<HTMLInputElement>('textbox', { name: 'What should change?' });
  expect(document.activeElement).toBe(hint);
  await userEvent.paste('a'.repeat(250));
  expect(hint.value).toHaveLength(200);
  form.getByText('200 / 200');
  await userEvent.clear(hint);
  await userEvent.type(hint, '{Enter} {Enter}');
  expect(asked()).toEqual([]);
  fireEvent.change(hint, { target: { value: ' as a question' } });
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

test('GEN-73 the reason for no version is beside the button, the text stays, and a hint can be changed', async () => {
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
  fireEvent.change(hint, { target: { value: ' no, kind' } });
  await userEvent.click(send);
  await waitFor(() => expect([send.ariaBusy, hint.readOnly]).toEqual(['true', true]));
  answer.give({ text: 'Kind.' });
  await waitFor(() => expect(field.value).toBe('Kind.'));
  expect(form.queryByRole('alert')).toBeNull();
});
