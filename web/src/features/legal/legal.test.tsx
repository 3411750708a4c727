/** The numbers that the legal texts promise. */
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openScreen } from '../../testing/screen.tsx';

test('the address of support is the one in the page of the server', async () => {
  const named = Object.assign(document.createElement('meta'), {
    name: 'support-email',
    content: 'help@drumbeat.example',
  });
  document.head.append(named);
  const address = '../../base/support.ts?written';
  const { SUPPORT_EMAIL } = (await import(/* @vite-ignore */ address)) as { SUPPORT_EMAIL: string };
  named.remove();
  expect(SUPPORT_EMAIL).toBe('help@drumbeat.example');
});

const read = async (path: string): Promise<string | null> => {
  openScreen(path, { user: null });
  return (await screen.findByRole('main')).textContent;
};

test('the terms name the periods of trials and failed payments', async () => {
  const words = await read('/terms');
  for (const promise of [
    'Last changed on 23 November 2026',
    'The free trial lasts 7 days and is given once to a person.',
    'for two years, also after you delete your account',
    'your posts keep going out for 14 days, then they wait until it is paid',
    'Cancelling takes effect at the end of the paid period.',
    'what you paid us in the last three months',
  ])
    expect(words).toContain(promise);
});

test('the privacy policy names the data that is kept, and for how long', async () => {
  const words = await read('/privacy');
  for (const promise of [
    'Last changed on 23 November 2026',
    'up to 12 sample posts',
    'those posts themselves we do not keep',
    'your card number never reaches us',
    'never your email address or your access to X',
    'your data is erased within a day or two',
    'For two years we keep unreadable marks',
  ])
    expect(words).toContain(promise);
});
