/** Parts that stand on many screens, each by itself. */
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { userEvent as realKeyboard } from 'vitest/browser';
import { XAvatar } from '../features/accounts/XAvatar.tsx';
import { RadioChip } from './buttons/RadioChip.tsx';
import { SwitchRow } from './buttons/SwitchRow.tsx';
import { TipArea } from './buttons/TipArea.tsx';
import { Banner } from './feedback/Banner.tsx';
import { LevelIndicator } from './feedback/LevelIndicator.tsx';
import { OfflineBanner } from './feedback/OfflineBanner.tsx';
import { RequestId } from './feedback/RequestId.tsx';
import { Section } from './layout/Section.tsx';
import { TimeText } from './time/TimeText.tsx';
import { useShortcuts } from './useShortcuts.ts';

afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
});

test('the id of a request is copied, and says so for two seconds', async () => {
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

test('where the browser refuses to copy, the id of a request is to be selected, and that can be seen', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Write permission denied.'));
  render(<RequestId id="request-7" />);
  fireEvent.click(screen.getByRole('button', { name: 'Copy request ID' }));
  const said = await screen.findByText('Your browser does not allow copying. Please select it.');
  expect([said.role, said.className]).toEqual(['status', '']);
  // Where it is allowed since, the next press copies, with a tick.
  const icon = () => screen.getByRole('button').querySelector('svg')?.classList.contains('lucide-check');
  expect(icon()).toBe(false);
  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  fireEvent.click(screen.getByRole('button', { name: 'Copy request ID' }));
  await screen.findByText('Copied');
  expect([said.className, icon()]).toEqual(['visually-hidden', true]);
});

test('a tip shows for what is pointed at, another for its neighbour, none elsewhere; Escape and a press take it away', async () => {
  render(
    <MantineProvider env="test">
      <TipArea>
        <button type="button" data-tip="Why it waits">
          One
        </button>
        <span data-tip="When it goes out">Two</span>
        <span>Three</span>
      </TipArea>
    </MantineProvider>,
  );
  const shows = (words: string | null) =>
    waitFor(() => expect(screen.queryByRole('tooltip')?.textContent ?? null).toBe(words));
  const point = (at: string) => fireEvent.pointerOver(screen.getByText(at));
  point('One');
  await shows('Why it waits');
  point('Two');
  await shows('When it goes out');
  point('Three');
  await shows(null);
  point('One');
  await shows('Why it waits');
  fireEvent.keyDown(screen.getByText('One'), { key: 'Escape' });
  await shows(null);
  point('One');
  await shows('Why it waits');
  fireEvent.click(screen.getByText('One'));
  await shows(null);
  point('Two');
  await shows('When it goes out');
  // A press on what is no button leaves it.
  fireEvent.click(screen.getByText('Two'));
  await shows('When it goes out');
  fireEvent.pointerLeave(screen.getByText('Two').parentElement as HTMLElement);
  await shows(null);
  // Real keys: what is focused by other means is not marked after a real mouse, which other files use.
  await realKeyboard.tab();
  await shows('Why it waits');
  await realKeyboard.tab();
  await shows(null);
});

test('a tip waits for a fifth of a second, so that none flickers below a pointer that passes', async () => {
  render(
    <MantineProvider env="test">
      <TipArea>
        <span data-tip="Why it waits">One</span>
      </TipArea>
    </MantineProvider>,
  );
  const one = screen.getByText('One');
  // Its code is there then.
  fireEvent.pointerOver(one);
  await screen.findByRole('tooltip');
  fireEvent.pointerLeave(one.parentElement as HTMLElement);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.pointerOver(one);
  await act(() => vi.advanceTimersByTimeAsync(199));
  expect(screen.queryByRole('tooltip')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(1));
  screen.getByRole('tooltip');
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

test('a key is a shortcut in either case and on a checkbox, and none for who types, chooses or asks the browser', () => {
  const pressed: string[] = [];
  const { rerender, unmount } = render(<Keys press={(key) => pressed.push(key)} />);
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
  // It does what the screen says now, not what it said at first.
  rerender(<Keys press={(key) => pressed.push(`${key} of now`)} />);
  expect(isOurs(words, { key: 'j' })).toBe(true);
  expect(pressed.at(-1)).toBe('j of now');
  unmount();
  fireEvent.keyDown(document.body, { key: 'j' });
  expect(pressed).toHaveLength(6);
});

test('a moment is read in the zone of the person, in full as its description; what is none says so', () => {
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

test('PLAT-15 a level is told by its number and its colour', () => {
  const { rerender } = render(<LevelIndicator label="Drafts" value={1} max={2} />);
  const meter = () => screen.getByRole('meter', { name: 'Drafts' });
  const told = () => [
    meter().ariaValueNow,
    meter().ariaValueMin,
    meter().ariaValueMax,
    meter().ariaValueText,
    meter().dataset.colour,
    (meter().firstElementChild as HTMLElement).style.width,
  ];
  expect(told()).toEqual(['50', '0', '100', '1 of 2', 'yellow', '50%']);
  screen.getByText('1 of 2');
  rerender(<LevelIndicator label="Drafts" value={2} max={2} valueText="All left" />);
  expect(told()).toEqual(['100', '0', '100', 'All left', 'green', '100%']);
  screen.getByText('All left');
});

test('the banner stands while the browser is offline, and goes by itself', () => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  render(<OfflineBanner />);
  expect(screen.queryByRole('alert')).toBeNull();
  isOnline.mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  screen.getByText('No Internet Connection');
  isOnline.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a banner that is closed is gone for the session, and no other; one without a name cannot be closed', () => {
  const draw = () =>
    render(
      <>
        <Banner id="trial">Trial</Banner>
        <Banner id="maintenance-9" tone="warning" action={<a href="/products">Plans</a>}>
          Maintenance
        </Banner>
        <Banner>Always</Banner>
      </>,
    );
  const { unmount } = draw();
  const shown = () =>
    screen
      .queryAllByRole('status')
      .map(({ dataset, textContent, firstElementChild }) => [
        textContent,
        dataset.tone,
        firstElementChild?.classList.contains('lucide-triangle-alert'),
      ]);
  const [trial, warning, always] = [
    ['Trial', 'info', false],
    ['MaintenancePlans', 'warning', true],
    ['Always', 'info', false],
  ];
  expect(shown()).toEqual([trial, warning, always]);
  const [, second] = screen.getAllByRole('button', { name: 'Dismiss' });
  fireEvent.click(second as HTMLElement);
  expect(shown()).toEqual([trial, always]);
  unmount();
  draw();
  expect(shown()).toEqual([trial, always]);
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(shown()).toEqual([always]);
});

test('a picture that does not load gives way to the letter, and another one to that', async () => {
  const good = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
  const look = (username: string, profile_image_url: string | null) => (
    <XAvatar account={{ username, profile_image_url }} size={40} />
  );
  const { container, rerender } = render(look('ada', null));
  const shown = () => [container.textContent, container.querySelector('img')?.getAttribute('src')];
  expect(shown()).toEqual(['A', undefined]);
  rerender(look('grace', 'data:image/png,broken'));
  await waitFor(() => expect(shown()).toEqual(['G', undefined]));
  rerender(look('grace', good));
  expect(shown()).toEqual(['', good]);
  const style = (container.firstElementChild as HTMLElement).style;
  expect([style.width, style.height, style.fontSize]).toEqual(['40px', '40px', '18px']);
});

test('a switch tells what it is now, and a chip what was chosen', () => {
  const told = vi.fn();
  const choices = (
    <MantineProvider>
      <SwitchRow label="Tips" description="Now and then." checked={false} onChange={told} />
      <SwitchRow label="Weekly" description="On Mondays." checked onChange={told} />
      <RadioChip name="kind" value="a" label="One" checked onChoose={() => told('a')} />
      <RadioChip name="kind" value="b" label="Two" checked={false} onChoose={() => told('b')} />
      <RadioChip name="own" value="c" label="Three" defaultChecked={false} />
      <RadioChip name="own" value="d" label="Four" defaultChecked />
      <Section title="Named" lead="Below" actions={<i>More</i>} className="wide">
        In it
      </Section>
      <Section flush>Without</Section>
    </MantineProvider>
  );
  render(choices);
  for (const name of ['Tips', 'Weekly'])
    fireEvent.click(screen.getByRole('switch', { name: new RegExp(`^${name}`) }));
  fireEvent.click(screen.getByRole('radio', { name: 'Two' }));
  expect(told.mock.calls).toEqual([[true], [false], ['b']]);
  const radios = screen.getAllByRole<HTMLInputElement>('radio');
  expect(radios.map(({ name, value, checked }) => [name, value, checked])).toEqual([
    ['kind', 'a', true],
    ['kind', 'b', false],
    ['own', 'c', false],
    ['own', 'd', true],
  ]);
  fireEvent.click(screen.getByRole('radio', { name: 'Three' }));
  expect(radios.map(({ checked }) => checked)).toEqual([true, false, true, false]);
  // Only what has a title is a region of the page.
  const [region, ...others] = screen.getAllByRole('region');
  expect([region?.textContent, region?.className.endsWith(' wide'), others]).toEqual([
    'NamedBelowMoreIn it',
    true,
    [],
  ]);
});
