import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isLongEnough, questionOf } from './confirm-similar.ts';

const post = (id: number) => ({
  id,
  accountId: 7,
  content: `Words of post ${id}`,
  scheduledAt: new Date('2026-11-25T09:00:00Z'),
});
const none = { own: [], elsewhere: false };

test('a text is compared from 60 weighted characters on', () => {
  expect([isLongEnough('x'.repeat(59)), isLongEnough('x'.repeat(60))]).toEqual([false, true]);
  expect([isLongEnough('語'.repeat(29)), isLongEnough('語'.repeat(30))]).toEqual([false, true]);
});

describe('what a person is asked', () => {
  test('names the posts of their own, three at most', () => {
    const question = questionOf([{ own: [post(1), post(2), post(3), post(4)], elsewhere: true }]);
    expect(question?.message).toBe('This is very similar to a post of yours. X may treat both as spam.');
    expect(question?.data).toEqual({ own: question?.data.own, ownCount: 1, elsewhere: false });
    expect(question?.data.own.map(({ id }) => id)).toEqual(['1', '2', '3']);
  });

  test('of somebody else’s post says only that there is one', () => {
    expect(questionOf([{ own: [], elsewhere: true }])).toEqual({
      message: 'There is a very similar post in another account. X may treat both as spam.',
      data: { own: [], ownCount: 0, elsewhere: true },
    });
  });

  test('of a file counts the texts like their own, and of the others says only that there are some', () => {
    const own = { own: [post(1)], elsewhere: false };
    const others = Array.from({ length: 5 }, () => ({ own: [], elsewhere: true }));
    const messageOf = (...found: Parameters<typeof questionOf>[0]) => questionOf(found)?.message;
    expect(messageOf(own, none)).toBe(
      '1 of these posts is very similar to posts of yours. X may treat them as spam.',
    );
    expect(messageOf(own, { ...own, elsewhere: true }, ...others)).toBe(
      '2 of these posts are very similar to posts of yours. Others are very similar to posts in other accounts. X may treat them as spam.',
    );
    expect(messageOf(none, ...others)).toBe(
      'Some of these posts are very similar to posts in other accounts. X may treat them as spam.',
    );
  });

  test('differs in nothing but their own posts, however many others there are', () => {
    const each = fc.record({ own: fc.constant([]), elsewhere: fc.boolean() });
    fc.assert(
      fc.property(fc.array(each, { minLength: 2 }), (found) => {
        const question = questionOf(found);
        expect(question?.data ?? null).toEqual(
          found.some(({ elsewhere }) => elsewhere) ? { own: [], ownCount: 0, elsewhere: true } : null,
        );
      }),
    );
  });
});
