import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { expect, test } from 'vitest';
import { buildPost } from '../build-post.fixture.ts';
import { type Edit, requireListed, saveEdit } from './useSavePost.ts';

const original = buildPost({ id: '1', content: 'Old words' });

const edit = {
  content: 'New words',
  scheduledTime: '2026-11-22T09:00:00.000Z',
  scheduledTimeLocal: '2026-11-22T10:00',
};

function world(onServer: readonly Post[]) {
  const log: string[] = [];
  return {
    log,
    parts: {
      put: async (id: string, given: Edit) => {
        log.push(`put ${id}`);
        const found = onServer.find((post) => post.id === id);
        return found ? { ...found, ...given } : ('not-found' as const);
      },
      refresh: async () => {
        log.push('refresh');
        return onServer;
      },
      wait: async (ms: number) => {
        log.push(`wait ${ms}`);
      },
    },
  };
}

test('POST-23 a save that reports post-not-found refreshes and matches by content and time within 60 seconds', async () => {
  for (const scheduledTime of ['2026-11-21T09:01:00.000Z', '2026-11-21T08:59:00.000Z']) {
    const moved = buildPost({ id: '5', content: 'Old words', scheduledTime });
    const { log, parts } = world([moved]);
    expect(await saveEdit(original, edit, parts)).toEqual({ ...moved, ...edit });
    expect(log).toEqual(['put 1', 'refresh', 'put 5']);
  }
});

test('POST-23 POST-34 it retries up to 3 times with 1 second between tries, then says that the post is gone', async () => {
  const otherText = buildPost({ id: '5', content: 'Other words' });
  const otherTime = buildPost({ id: '6', content: 'Old words', scheduledTime: '2026-11-21T09:01:00.001Z' });
  const earlier = buildPost({ id: '7', content: 'Old words', scheduledTime: '2026-11-21T08:58:59.999Z' });
  const { log, parts } = world([otherText, otherTime, earlier]);
  const saving = saveEdit(original, edit, {
    ...parts,
    put: async (id) => {
      log.push(`put ${id}`);
      return 'not-found';
    },
  });
  await expect(saving).rejects.toThrow('Post not found in database. It may have been deleted or replaced.');
  const again = ['wait 1000', 'refresh', 'put 1'];
  expect(log).toEqual(['put 1', 'refresh', 'put 1', ...again, ...again]);
});

test('POST-33 an edit of a post that has left the list says to refresh', () => {
  const text = 'Post not found in current list. Please refresh and try again.';
  expect(() => requireListed([buildPost({ id: '2' })], original)).toThrow(text);
  expect(() => requireListed(undefined, original)).toThrow(text);
  expect(() => requireListed([original], original)).not.toThrow();
});
