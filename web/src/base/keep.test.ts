import { beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod/mini';
import { dropAllDrafts, hasDraft, keepDraft, readDraft } from './keep.ts';

const words = z.object({ content: z.string() });
const ofAda = (name: string) => ({ person: '1', name });
const ofGrace = (name: string) => ({ person: '11', name });

/** Like the browser's: each entry is a property of its own, the methods are not. */
class FakeStorage {
  getItem(key: string): string | null {
    return ((this as Record<string, unknown>)[key] as string | undefined) ?? null;
  }
  setItem(key: string, value: string): void {
    Object.assign(this, { [key]: value });
  }
  removeItem(key: string): void {
    delete (this as Record<string, unknown>)[key];
  }
}

beforeEach(() => {
  vi.stubGlobal('localStorage', new FakeStorage());
});

test('a draft is read back by the same person and name only', () => {
  keepDraft(ofAda('edit:1'), { content: 'Half a tho' });
  expect(readDraft(ofAda('edit:1'), words)).toEqual({ content: 'Half a tho' });
  for (const another of [ofAda('edit:2'), ofGrace('edit:1')])
    expect([readDraft(another, words), hasDraft(another)]).toEqual([null, false]);
  expect(hasDraft(ofAda('edit:1'))).toBe(true);
});

test('a draft of another shape is ignored', () => {
  keepDraft(ofAda('edit:1'), { text: 'of an older version' });
  expect(readDraft(ofAda('edit:1'), words)).toBeNull();
  for (const broken of ['', '{', 'null', '{"at":1}']) {
    localStorage.setItem('draft:1:edit:1', broken);
    expect(readDraft(ofAda('edit:1'), words)).toBeNull();
  }
});

test('a draft over 200,000 characters is dropped with its older version', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000 });
  const around = '{"at":1000,"value":{"content":""}}'.length;
  const longest = 'x'.repeat(200_000 - around);
  keepDraft(ofAda('new'), { content: longest });
  expect(readDraft(ofAda('new'), words)).toEqual({ content: longest });
  keepDraft(ofAda('new'), { content: `${longest}x` });
  expect(readDraft(ofAda('new'), words)).toBeNull();
});

test('beyond 30 drafts the one that was changed longest ago goes', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  for (let number = 0; number < 30; number += 1) {
    vi.setSystemTime(1_000 + number);
    keepDraft(ofAda(`edit:${number}`), { content: `${number}` });
  }
  vi.setSystemTime(5_000);
  keepDraft(ofAda('edit:0'), { content: 'changed' });
  expect(readDraft(ofAda('edit:1'), words)).toEqual({ content: '1' });
  vi.setSystemTime(6_000);
  keepDraft(ofAda('new'), { content: 'new' });
  expect(readDraft(ofAda('edit:0'), words)).toEqual({ content: 'changed' });
  expect(readDraft(ofAda('edit:1'), words)).toBeNull();
  expect(readDraft(ofAda('edit:2'), words)).toEqual({ content: '2' });
  expect(readDraft(ofAda('new'), words)).toEqual({ content: 'new' });
  vi.useRealTimers();
});

test('signing in keeps the own drafts only, signing out none', () => {
  localStorage.setItem('authToken', 'token');
  keepDraft(ofAda('edit:1'), { content: 'of Ada' });
  keepDraft(ofGrace('edit:1'), { content: 'of Grace' });
  dropAllDrafts({ but: '1' });
  expect(readDraft(ofAda('edit:1'), words)).toEqual({ content: 'of Ada' });
  expect(readDraft(ofGrace('edit:1'), words)).toBeNull();
  dropAllDrafts();
  expect(readDraft(ofAda('edit:1'), words)).toBeNull();
  expect(localStorage.getItem('authToken')).toBe('token');
});
