import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buildUser } from '../testing/build-user.fixture.ts';
import type { Answers } from '../testing/fake-server.ts';
import { openScreen } from '../testing/screen.tsx';
import { invalidate } from './query.ts';

const admin = buildUser({ roles: ['admin'] });
const page = (list: string, more: object = {}) => ({ [list]: [], nextPage: 2, ...more });
const answers = {
  'GET /api/admin/me/roles': { roles: ['admin'] },
  'GET /api/admin/users/:id/overview': { user: { ...admin, post_generation_count: 0 } },
  'GET /api/admin/users/:id/twitter-accounts': { accounts: [] },
  'GET /api/admin/users/:id/posts': page('posts'),
  'GET /api/admin/users/:id/emails': page('emails'),
  'GET /api/admin/users/:id/timeline': { events: [], next: 'before' },
  'GET /api/admin/feedback': page('feedback'),
} as unknown as Answers;

test.each([
  ['GET /api/admin/users/:id/posts', '/admin/customer?id=7&tab=posts', 0],
  ['GET /api/admin/users/:id/emails', '/admin/customer?id=7&tab=emails', 0],
  ['GET /api/admin/users/:id/timeline', '/admin/customer?id=7&tab=posts', 1],
  ['GET /api/admin/feedback', '/admin?open=feedback', 0],
] as const)(
  'ADM-CON-26 %s: a first look and "Load more" keep the session, what is read again does not',
  async (name, path, nth) => {
    const server = openScreen(path, { user: admin, answers });
    const marks = (): boolean[] => server.made(name).map(({ isBackground }) => isBackground);
    const more = await waitFor(() => {
      const buttons = screen.getAllByRole('button', { name: 'Load more' });
      expect(buttons.length).toBeGreaterThan(nth);
      return buttons[nth] as HTMLElement;
    });
    expect(marks()).toEqual([false]);
    await userEvent.click(more);
    await waitFor(() => expect(marks()).toEqual([false, false]));
    await invalidate(name);
    expect(marks()).toEqual([false, false, true, true]);
  },
);
