import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { RequestId } from './feedback/RequestId.tsx';
import { TimeText } from './time/TimeText.tsx';
import { useShortcuts } from './useShortcuts.ts';

afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
});

test('copying a request id is confirmed for 2 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  render(<RequestId id="request-7" />);
  expect(screen.getByRole('status').textContent).toBe('');
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Copy request ID' })));
  expect(write).toHaveBeenCalledWith('request-7');
  act(() => void vi.advanceTimersByTime(1_900));
  expect(screen.getByRole('status').textContent).toBe('Copied');
  act(() => void vi.advanceTimersByTime(200));
  expect(screen.getByRole('status').textContent).toBe('');
});

function Keys({ press }: { press: (key: string) => void }) {
  useShortcuts({ j: () => press('j'), '?': () => press('?') });
  return (
    <>
      <p>Words</p>
      <input aria-label="Text" />
      <input type="checkbox" aria-label="Box" />
      <textarea aria-label="Words" />
      <select aria-label="Choice" />
      <div contentEditable suppressContentEditableWarning>
        Draft
      </div>
    </>
  );
}

test('a key is a shortcut unless the person types, holds a modifier or has a dialog open', () => {
  const pressed: string[] = [];
  render(<Keys press={(key) => pressed.push(key)} />);
  /** Whether it was ours, so that the browser does nothing with it. */
  const isOurs = (on: Element, init: KeyboardEventInit) => {
    const before = pressed.length;
    const isLeft = fireEvent.keyDown(on, init);
    expect(pressed.length === before).toBe(isLeft);
    return !isLeft;
  };
  const words = screen.getByText('Words');
  const fields = ['Text', 'Words', 'Choice'].map((name) => screen.getByLabelText(name));
  for (const on of [words, document.body, screen.getByLabelText('Box')])
    expect(isOurs(on, { key: 'j' })).toBe(true);
  expect([isOurs(words, { key: 'J' }), isOurs(words, { key: '?', shiftKey: true })]).toEqual([true, true]);
  expect(isOurs(words, { key: 'k' })).toBe(false);
  for (const field of [...fields, screen.getByText('Draft')])
    expect(isOurs(field, { key: 'j' }), field.outerHTML).toBe(false);
  for (const held of ['ctrlKey', 'metaKey', 'altKey', 'isComposing'])
    expect(isOurs(words, { key: 'j', [held]: true }), held).toBe(false);
  for (const role of ['dialog', 'alertdialog', 'menu', 'listbox']) {
    const over = document.body.appendChild(Object.assign(document.createElement('div'), { role }));
    expect(isOurs(words, { key: 'j' }), role).toBe(false);
    over.remove();
  }
  expect(pressed).toEqual(['j', 'j', 'j', 'j', '?']);
});

test('a time shows in the zone of the person, with its full form as description', () => {
  const now = Date.parse('2026-11-21T12:00:00.000Z');
  const { rerender } = render(<TimeText iso="2026-11-22T08:00:00.000Z" timeZone="Europe/Paris" now={now} />);
  const time = screen.getByText('Tomorrow 09:00');
  const full = 'Sunday 22 November 2026 at 09:00, Europe/Paris (GMT+01:00)';
  expect([time.getAttribute('datetime'), time.ariaDescription, time.dataset.tip, time.tabIndex]).toEqual([
    '2026-11-22T08:00:00.000Z',
    full,
    full,
    0,
  ]);
  rerender(<TimeText iso="2026-11-22T08:00:00.000Z" timeZone="Europe/Paris" now={now} inSentence />);
  expect(time.textContent).toBe('tomorrow 09:00');
  rerender(<TimeText iso="soon" timeZone="Europe/Paris" />);
  screen.getByText('Invalid date');
});
