import { beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod/mini';
import { dropAllDrafts, dropDraft, hasDraft, keepDraft, readDraft } from './keep.ts';

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

test('a draft is read as it was kept, by the same person and name alone', () => {
  keepDraft(ofAda('edit:1'), { content: 'Half a tho' });
  expect(readDraft(ofAda('edit:1'), words)).toEqual({ content: 'Half a tho' });
  for (const another of [ofAda('edit:2'), ofGrace('edit:1')])
    expect([readDraft(another, words), hasDraft(another)]).toEqual([null, false]);
  expect(hasDraft(ofAda('edit:1'))).toBe(true);
});

test('a draft that was saved or discarded is gone', () => {
  keepDraft(ofAda('edit:1'), { content: 'x' });
  dropDraft(ofAda('edit:1'));
  expect(readDraft(ofAda('edit:1'), words)).toBeNull();
});

test('what has another shape, or cannot be read, counts as no draft', () => {
  keepDraft(ofAda('edit:1'), { text: 'of an older version' });
  expect(readDraft(ofAda('edit:1'), words)).toBeNull();
  for (const broken of [
    '',
    '{',
    'null',
    '7',
    '{"value":{"content":"x"}}',
    '{"at":1}',
    '{"at":"1","value":{"content":"x"}}',
  ]) {
    localStorage.setItem('draft:1:edit:1', broken);
    expect(readDraft(ofAda('edit:1'), words)).toBeNull();
  }
});

test('a draft of more than 200,000 characters is not kept, and leaves no older one that would come back', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000 });
  const around = '{"at":1000,"value":{"content":""}}'.length;
  const longest = 'x'.repeat(200_000 - around);
  keepDraft(ofAda('new'), { content: longest });
  expect(readDraft(ofAda('new'), words)).toEqual({ content: longest });
  keepDraft(ofAda('new'), { content: `${longest}x` });
  expect(readDraft(ofAda('new'), words)).toBeNull();
});

test('a full storage stops nobody from typing', () => {
  keepDraft(ofAda('new'), { content: 'short' });
  vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  keepDraft(ofAda('new'), { content: 'longer' });
  expect(readDraft(ofAda('new'), words)).toBeNull();
});

test('beyond 30 drafts the oldest goes, also where another was changed since', () => {
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

test('signing out drops every draft; somebody who signs in keeps only their own; all else stays', () => {
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

test('a draft that cannot be read is the oldest; what is no draft is neither counted nor dropped', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000 });
  localStorage.setItem('draft:1:broken', '{');
  localStorage.setItem('theme', 'dark');
  for (let number = 1; number < 30; number += 1) keepDraft(ofAda(`edit:${number}`), { content: 'x' });
  expect(hasDraft(ofAda('broken'))).toBe(true);
  keepDraft(ofGrace('new'), { content: 'new' });
  expect(hasDraft(ofAda('broken'))).toBe(false);
  expect([hasDraft(ofAda('edit:1')), hasDraft(ofGrace('new'))]).toEqual([true, true]);
  expect(localStorage.getItem('theme')).toBe('dark');
  dropAllDrafts();
  expect({ ...localStorage }).toEqual({ theme: 'dark' });
  vi.useRealTimers();
});
