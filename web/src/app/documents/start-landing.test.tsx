/** The landing page's own script, on the HTML that the build writes for it. */
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setToken } from '../../api/session.ts';
import { VIEW_TAB_KEY } from '../../base/view-tab.ts';
import { readMaintenance } from '../../features/maintenance/maintenance.status.ts';
import { type Answers, fakeServer } from '../../testing/fake-server.ts';
import { renderLanding } from './render-landing.tsx';

type Going = Event & { navigationType: string };
const { navigation } = window as unknown as { navigation: EventTarget };
const address = window.location.href;
/** Where the page went: each screen is a document of its own, and this one stays for the test. */
let went: string[] = [];
const stay = (event: Event): void => {
  if ((event as Going).navigationType !== 'reload') return;
  event.preventDefault();
  went.push(window.location.pathname);
};

beforeEach(() => {
  went = [];
  navigation.addEventListener('navigate', stay);
});
afterEach(() => {
  navigation.removeEventListener('navigate', stay);
  window.history.replaceState(null, '', address);
  for (const own of document.head.querySelectorAll('meta[name^="app-"], link[href^="data:"]')) own.remove();
});

let runs = 0;
/** Opens the page at an address, as it comes from the build; the app beside it is a line of code. */
async function openLanding(path: string, answers: Answers = {}) {
  window.history.replaceState(null, '', path);
  const server = fakeServer({
    'GET /api/maintenance/status': { active: false, isAdmin: false, window: null },
    'GET /api/products': { products: [] },
    ...answers,
  });
  const { root, offline } = renderLanding();
  document.body.innerHTML = `<template id="offline">${offline}</template><div id="root">${root}</div>`;
  document.body.dataset.app = 'none';
  for (const [name, content] of [
    ['app-style', 'data:text/css,'],
    ['app-script', `data:text/javascript,document.body.dataset.app='started ${runs}'`],
  ])
    document.head.append(Object.assign(document.createElement('meta'), { name, content }));
  await import(/* @vite-ignore */ `./start-landing.ts?run=${runs++}`);
  return server;
}
const isApp = () => document.body.dataset.app !== 'none';
const landing = () => document.querySelector<HTMLElement>('[data-landing]');

test('a first visit loads the page alone, without the app, and reports a lost connection', async () => {
  const server = await openLanding('/');
  await waitFor(() => expect(server.made('GET /api/products')).toHaveLength(1));
  const connect = (isOnline: boolean) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
    window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
  };
  expect(screen.queryByRole('alert')).toBeNull();
  connect(false);
  expect(screen.getByRole('alert').textContent).toContain('No Internet Connection');
  screen.getByRole('button', { name: 'Retry' }).click();
  expect(went).toEqual(['/']);
  // The next screen is another document, which reads the pressed link from its history state.
  screen.getByRole('link', { name: 'Get Started for Free' }).click();
  expect(went).toEqual(['/', '/auth']);
  expect(window.history.state).toEqual({ usr: { mode: 'signUp' }, key: 'landing', idx: 1 });
  connect(true);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(isApp()).toBe(false);
  vi.restoreAllMocks();
});

test.each([
  ['a visitor', false, ['/maintenance']],
  ['staff', true, []],
] as const)('during maintenance it sends %s to %j', async (_, isAdmin, to) => {
  await openLanding('/', { 'GET /api/maintenance/status': { active: true, isAdmin, window: null } });
  // The page asked first, so it has its answer by then.
  await readMaintenance();
  await waitFor(() => expect(went).toEqual(to));
});

test.each([
  ['with a session', '/', () => setToken('token')],
  ['on a return from elsewhere', '/?error=twitter_cancelled', () => undefined],
  ['in the tab of a view', '/', () => sessionStorage.setItem(VIEW_TAB_KEY, '1')],
])('%s the app starts instead', async (_, path, prepare) => {
  prepare();
  const server = await openLanding(path);
  await waitFor(() => expect(isApp()).toBe(true));
  expect(landing()?.dataset.ready).toBe('never');
  expect(server.made('GET /api/products')).toEqual([]);
});
