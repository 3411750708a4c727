/** Screens written out in docs/screens: a page for each screen, with a section for each state and for each press. */
import { fireEvent, waitFor } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { forgetAll } from './fresh-app.ts';
import { beginPage, endPage } from './fresh-page.ts';
import type { openScreen } from './screen.tsx';
import { wordsOf } from './words-of.ts';

export type State = {
  name: string;
  /** The part of the screen that is written out, beside dialogs, menus and toasts: `main` unless given. */
  part?: string;
  open: () => ReturnType<typeof openScreen>;
  /** Each button is pressed, on a fresh screen, and what this changes is a section of its own. */
  isPressed?: boolean;
  /** What happens to the screen when it stands; then only what this changes is written out. */
  follows?: (server: ReturnType<typeof openScreen>) => Promise<void>;
};

const pages: Record<string, string> = import.meta.glob('../../../docs/screens/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/**
 * Opens a screen in each state and compares all that it says and asks the server for with its page. A screen that
 * changed fails until its page is renewed: `npx vitest run --project screens app/screens -u`.
 */
export async function expectKept(page: string, states: readonly State[]): Promise<void> {
  const path = `../../../docs/screens/${page}.md`;
  const kept = pages[path] ?? '';
  const sections = [`# ${page}`];
  let read = '';
  for (const state of states) {
    if (state.follows) {
      sections.push(await changed(kept, state, read, state.follows));
      continue;
    }
    const server = openFresh(state);
    const first = await settled(kept, state.name, () => report(server));
    read ||= first;
    sections.push(inSection(state.name, first));
    const buttons = state.isPressed ? Object.keys(buttonsIn(server.part)) : [];
    for (const name of buttons) sections.push(await pressed(kept, state, first, name));
  }
  vi.restoreAllMocks();
  await expect(`${sections.join('\n\n')}\n`).toMatchFileSnapshot(path);
}

/** The screen, and what it asks of the browser: each question of the window is answered with no. */
type Opened = ReturnType<State['open']> & { asked: string[]; part: string };

function openFresh({ open, part = 'main' }: State): Opened {
  endPage();
  forgetAll();
  beginPage();
  const asked: string[] = [];
  vi.stubGlobal('confirm', (words: string) => asked.push(`confirm: ${words}`) === 0);
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(
    async (text) => void asked.push(`copy: ${text}`),
  );
  vi.stubGlobal('open', (address: string) => asked.push(`open: ${address}`) && null);
  return { ...open(), asked, part };
}

const FENCE = '```';
const inSection = (name: string, report: string) => `## ${name}\n\n${FENCE}\n${report}\n${FENCE}`;

function keptReport(page: string, name: string): string | undefined {
  const [, after] = page.split(`\n${inSection(name, '')}`.slice(0, -FENCE.length - 1), 2);
  return after?.split(`\n${FENCE}\n`, 1)[0];
}

/** A request's id, where the server names none. */
const REQUEST_ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** What is written out beside the screen's own part. The shell around it has its own tests. */
const OVERLAYS = '[role=dialog], [role=menu], [role=listbox], [data-times]';

function report({ all, asked, part, router }: Opened): string {
  const { pathname, search, hash } = router.state.location;
  const written = `${part}, ${OVERLAYS}`;
  const parts = [...document.querySelectorAll(written)].filter(
    (node) => !node.parentElement?.closest(written),
  );
  const calls = all.map(({ name, params, query, body }) => {
    const sent = [params, query, body ?? {}].filter((part) => Object.keys(part as object).length > 0);
    return [name, ...sent.map((part) => JSON.stringify(part))].join(' ');
  });
  const lines = [
    `${document.title} at ${pathname}${search}${hash}`,
    ...parts.flatMap((node) => wordsOf(node, true)),
    '',
    ...asked,
    ...new Set(calls.sort()),
  ];
  return lines.join('\n').replaceAll(REQUEST_ID, '(its id)');
}

/** What is said in the end is compared with the page, so a report that never comes is no failure yet. */
async function settled(page: string, name: string, now: () => string): Promise<string> {
  const kept = keptReport(page, name);
  if (kept === undefined) return untilStill(now);
  await waitFor(() => expect(now()).toBe(kept)).catch(() => undefined);
  return now();
}

/** For what is not on the page yet: until it stands still, once the screen has its title. */
async function untilStill(now: () => string): Promise<string> {
  let last = now();
  for (let looks = 0; looks < 12; looks += 1) {
    await new Promise((resolve) => setTimeout(resolve, 700));
    if (now() === last && document.title.includes('Drumbeat') && !isLoading(last)) break;
    last = now();
  }
  return last;
}

const isLoading = (report: string) => report.includes('(Loading');

/** The first button of each kind: 'Edit post of Today 10:30' and of other times are one kind. */
function buttonsIn(part: string): Record<string, HTMLElement> {
  const found: Record<string, HTMLElement> = {};
  for (const button of document.querySelectorAll<HTMLElement>(
    `${part} :is(button, input[type=checkbox]):enabled`,
  )) {
    const [kind = ''] = wordsOf(button.closest('label') ?? button)
      .join(' ')
      .replace(/^\[.?\] ?/, '')
      .split(/ of |: /);
    if (kind) found[kind] ??= button;
  }
  return found;
}

function pressed(page: string, state: State, before: string, button: string): Promise<string> {
  const name = `${state.name}, then “${button}”`;
  return changed(page, { ...state, name }, before, ({ part }) => {
    fireEvent.click(buttonsIn(part)[button] as HTMLElement);
  });
}

/** What something changes on a fresh screen, once it stands as before. */
async function changed(
  page: string,
  state: State,
  before: string,
  happens: (server: Opened) => Promise<void> | void,
): Promise<string> {
  const server = openFresh(state);
  await waitFor(() => expect(report(server)).toBe(before)).catch(() => undefined);
  const lines = before.split('\n');
  const happening = happens(server);
  // Without a promise to wait for, the look begins before React goes on.
  if (happening !== undefined) await happening;
  return inSection(
    state.name,
    await settled(page, state.name, () => changes(lines, report(server).split('\n'))),
  );
}

/** The lines that are gone, and those that came. */
function changes(before: readonly string[], after: readonly string[]): string {
  const without = (all: readonly string[], some: readonly string[]) => {
    const rest = [...some];
    return all.filter((line) => {
      const at = rest.indexOf(line);
      if (at !== -1) rest.splice(at, 1);
      return at === -1;
    });
  };
  return [
    ...without(before, after).map((line) => `- ${line}`),
    ...without(after, before).map((line) => `+ ${line}`),
  ].join('\n');
}
