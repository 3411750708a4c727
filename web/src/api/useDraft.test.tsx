import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod/mini';
import { buildUser } from '../testing/build-user.fixture.ts';
import { beginSession, endSession, queryClient } from './query.ts';
import { useDraft } from './useDraft.ts';

const schema = z.object({ text: z.string() });

function Field() {
  const draft = useDraft('field', schema, { text: 'as saved' });
  return (
    <>
      <input
        value={draft.value.text}
        onChange={(event) => draft.change({ text: event.currentTarget.value })}
      />
      {draft.isRestored ? <p>Draft kept</p> : null}
      <button type="button" onClick={draft.discard}>
        Discard
      </button>
      <button type="button" onClick={draft.drop}>
        Saved
      </button>
    </>
  );
}

/** As after a reload: nothing but the storage is left. */
function openField(): HTMLInputElement {
  cleanup();
  render(
    <QueryClientProvider client={queryClient}>
      <Field />
    </QueryClientProvider>,
  );
  return screen.getByRole('textbox');
}
const signIn = (id: string): void => beginSession({ user: buildUser({ id }), token: `token-${id}` } as never);

beforeEach(() => signIn('1'));
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  localStorage.clear();
});

test('typed words are restored after a reload as a draft', async () => {
  await userEvent.type(openField(), ', more');
  expect(screen.queryByText('Draft kept')).toBeNull();
  const field = openField();
  expect(field.value).toBe('as saved, more');
  await userEvent.type(field, '!');
  screen.getByText('Draft kept');
  await userEvent.click(screen.getByRole('button', { name: 'Saved' }));
  expect(screen.queryByText('Draft kept')).toBeNull();
  expect(field.value).toBe('as saved, more!');
  expect(openField().value).toBe('as saved');
});

test('a draft outlives an expired session, but not a sign-out or another user', async () => {
  await userEvent.type(openField(), '!');
  cleanup();
  endSession('expired');
  signIn('1');
  expect(openField().value).toBe('as saved!');
  cleanup();
  signIn('2');
  expect(openField().value).toBe('as saved');
  cleanup();
  signIn('1');
  await userEvent.type(openField(), '?');
  cleanup();
  endSession('signed-out');
  signIn('1');
  expect(openField().value).toBe('as saved');
});
