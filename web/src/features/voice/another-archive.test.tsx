import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openScreen } from '../../testing/screen.tsx';
import { buildVoice } from './build-voice.fixture.ts';
import { type SilentWorker, silenceWorkers } from './silent-worker.fixture.ts';

test('VOICE-04 where another file is chosen while one is read, only what the other holds is found', async () => {
  const begun = silenceWorkers();
  openScreen('/voice', { answers: { 'GET /api/voice': buildVoice() } });
  const card = within(await screen.findByRole('region', { name: 'How you write' }));
  await userEvent.click(card.getByRole('button', { name: 'Import posts' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Import your posts' }));
  for (const name of ['large.js', 'small.js'])
    await userEvent.upload(dialog.getByLabelText(/Choose tweets\.js/), new File(['[]'], name));
  const [large, small] = begun;
  const find = (reader: SilentWorker | undefined, count: number) => {
    const posts = Array.from({ length: count }, () => ({ text: 'Dough', sentAt: null }));
    return act(async () => reader?.answer({ posts, leftOut: 0 }));
  };
  expect(large?.isEnded).toBe(true);
  await find(small, 12);
  dialog.getByText('12 posts found.');
  await find(large, 11);
  dialog.getByText('12 posts found.');
  dialog.getByText('small.js');
});
