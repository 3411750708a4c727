import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { openScreen } from '../../testing/screen.tsx';
import { buildVoice } from './build-voice.fixture.ts';

/** Reads a file for as long as the test likes. */
class SlowWorker extends EventTarget {
  static readonly all: SlowWorker[] = [];
  terminate = vi.fn();
  postMessage = vi.fn();
  constructor() {
    super();
    SlowWorker.all.push(this);
  }
  find(posts: number): Promise<void> {
    const data = {
      posts: Array.from({ length: posts }, () => ({ text: 'Dough', sentAt: null })),
      leftOut: 0,
    };
    return act(async () => void this.dispatchEvent(new MessageEvent('message', { data })));
  }
}

test('VOICE-04 where another file is chosen while one is read, only what the other holds is found', async () => {
  vi.stubGlobal('Worker', SlowWorker);
  openScreen('/voice', { answers: { 'GET /api/voice': buildVoice() } });
  const card = within(await screen.findByRole('region', { name: 'How you write' }));
  await userEvent.click(card.getByRole('button', { name: 'Import posts' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Import your posts' }));
  for (const name of ['large.js', 'small.js'])
    await userEvent.upload(dialog.getByLabelText(/Choose tweets\.js/), new File(['[]'], name));
  const [large, small] = SlowWorker.all;
  expect(large?.terminate).toHaveBeenCalledOnce();
  await small?.find(12);
  dialog.getByText('12 posts found.');
  await large?.find(11);
  dialog.getByText('12 posts found.');
  dialog.getByText('small.js');
});
