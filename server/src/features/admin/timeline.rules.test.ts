import { describe, expect, it, test } from 'vitest';
import { cursorOf, mergeEvents, pageOf, positionOf } from './timeline.rules.ts';

const at = new Date('2026-11-20T12:00:00.000Z');
const uuid = '0a1b2c3d-4e5f-6789-abcd-ef0123456789';

describe('a cursor', () => {
  it('is a time, a source and an id', () => {
    expect(cursorOf({ at, source: 'post', id: '12' })).toBe('1795176000000~post~12');
  });

  test.each([
    ['audit', '1'],
    ['email', '123456789012345678'],
    ['post', '90'],
    ['billing', 'evt_1-A'],
    ['generation', uuid],
  ] as const)('reads back: %s, %s', (source, id) => {
    expect(positionOf(cursorOf({ at, source, id }))).toEqual({ at, source, id });
  });

  test.each([
    '',
    '1795176000000~post~',
    '~post~12',
    '1795176000000~posts~12',
    '1795176000000~post~0',
    '1795176000000~post~012',
    '1795176000000~post~1234567890123456789',
    '1795176000000~post~1x',
    '1795176000000~post~x1',
    '1795176000000~post~12~',
    ' 1795176000000~post~12',
    '1795176000000000~post~12',
    `1795176000000~post~${uuid}`,
    '1795176000000~generation~12',
    `1795176000000~generation~${uuid}0`,
    `1795176000000~generation~0${uuid}`,
    `1795176000000~generation~${uuid.replace('-6789', '')}`,
    `1795176000000~generation~${uuid.replace('a', 'g')}`,
    '1795176000000~billing~evt.1',
    `1795176000000~billing~${'x'.repeat(256)}`,
  ])('is none: %s', (cursor) => {
    expect(positionOf(cursor)).toBeUndefined();
  });
});

describe('a page', () => {
  const now = new Date('2026-11-20T13:00:00.000Z');

  it('begins now where nothing was read', () => {
    expect(pageOf('post', undefined, now, 20)).toEqual({ before: now, atMoment: 'all', limit: 20 });
  });

  it('goes on below the last event: of its moment with later sources, and lower ids of its own', () => {
    const after = { at, source: 'email', id: '7' } as const;
    const atMoment = (source: Parameters<typeof pageOf>[0]) => pageOf(source, after, now, 20).atMoment;
    expect(pageOf('email', after, now, 20)).toEqual({ before: at, atMoment: { belowId: '7' }, limit: 20 });
    expect([atMoment('audit'), atMoment('billing')]).toEqual(['none', 'none']);
    expect(pageOf('generation', after, now, 20)).toEqual({ before: at, atMoment: 'all', limit: 20 });
    expect(atMoment('post')).toBe('all');
  });
});

test('events are merged newest first, those of one moment in the order of their sources', () => {
  const event = (ms: number, source: 'audit' | 'email' | 'post') => ({ at: new Date(ms), source });
  const lists = [
    [event(3, 'post'), event(1, 'post')],
    [event(2, 'email')],
    [event(3, 'audit'), event(2, 'audit')],
  ];
  expect(mergeEvents(lists)).toEqual([
    event(3, 'audit'),
    event(3, 'post'),
    event(2, 'audit'),
    event(2, 'email'),
    event(1, 'post'),
  ]);
});
