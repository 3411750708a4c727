import { expect, test } from 'vitest';
import { composerDraft, composerDraftName } from '../compose/Composer.tsx';
import { editDraft, editDraftName } from './edit-draft.ts';

test('each account, each copy and each edit has its own draft', () => {
  const names = [
    composerDraftName('7', null),
    composerDraftName('8', null),
    composerDraftName('7', { id: '1' }),
    composerDraftName('7', { id: '2' }),
    editDraftName('1'),
    editDraftName('2'),
  ];
  expect(new Set(names).size).toBe(names.length);
});

test('what was kept in another shape is no draft', () => {
  const time = '2026-11-21T09:00';
  expect(editDraft.safeParse({ content: 'Words.', time })).toEqual({
    success: true,
    data: { content: 'Words.', time },
  });
  for (const other of [null, {}, { content: 'Words.' }, { content: 1, time }, { content: 'Words.', time: 1 }])
    expect(editDraft.safeParse(other).success).toBe(false);
  const whole = { key: 'k', content: 'Words.', when: 'free', time };
  expect(composerDraft.safeParse(whole)).toEqual({ success: true, data: whole });
  expect(composerDraft.safeParse({ ...whole, when: 'never' }).success).toBe(false);
});
