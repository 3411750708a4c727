import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { pages } from '../../../build/pages.ts';
import { dropMarkup, keepMarkup } from '../../base/boot-markup.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { openScreen } from '../../testing/screen.tsx';
import { renderBoot } from './render-documents.tsx';
import { renderLanding } from './render-landing.tsx';

afterEach(() => {
  cleanup();
  dropMarkup();
  document.body.replaceChildren();
});

function pageWith(markup: string): HTMLElement {
  const page = document.createElement('div');
  page.innerHTML = markup;
  document.body.append(page);
  return page;
}

test('the HTML of each page says that it is loading', () => {
  for (const { name } of pages) {
    const page = pageWith(renderBoot(name).root);
    expect(page.querySelector('[role="status"]'), name).not.toBeNull();
    page.remove();
  }
  expect(() => renderBoot('nowhere')).toThrow('The page nowhere has no markup of its own.');
});

test("LAND-13 the landing page's HTML holds its text", () => {
  const page = within(pageWith(renderLanding().root));
  page.getByText('A steady beat of posts on X, without writing them.');
  page.getByText('Made for people and small businesses', { exact: false });
  expect(page.getAllByRole('heading', { hidden: true }).length).toBeGreaterThan(8);
});

test('the markup of the HTML stays until the first screen is there', async () => {
  keepMarkup(pageWith('<p>From the HTML</p>'));
  document.body.replaceChildren();
  openScreen('/settings');
  await screen.findByText('From the HTML');
  await screen.findByRole('heading', { name: 'Settings', level: 1 });
  expect(screen.queryByText('From the HTML')).toBeNull();
});

let runs = 0;
test.each<
  [
    what: string,
    opened: { path: string; theme?: string; isSignedIn?: boolean; state?: object },
    marks: Record<string, string>,
    calls: string[],
  ]
>([
  ['a visitor', { path: '/terms' }, {}, ['GET /api/maintenance/status']],
  [
    'a signed-in user with a theme',
    { path: '/terms', theme: 'dark', isSignedIn: true },
    { theme: 'dark', signedIn: '' },
    ['GET /api/maintenance/status', 'GET /api/user'],
  ],
  [
    'a visitor who signs up',
    { path: '/auth', theme: 'light', state: { usr: { mode: 'signUp' } } },
    { theme: 'light', signUp: '' },
    ['GET /api/maintenance/status'],
  ],
  ['a view-as tab', { path: '/view', theme: 'light', isSignedIn: true }, { theme: 'light' }, []],
])(
  'before any code the HTML knows the theme and the session: %s',
  async (_, { path, theme, isSignedIn, state }, marks, calls) => {
    const before = window.location.href;
    const { dataset } = document.documentElement;
    const own = { ...dataset };
    const clear = () => {
      for (const name of ['theme', 'signedIn', 'signUp']) delete dataset[name];
    };
    onTestFinished(() => {
      window.history.replaceState(null, '', before);
      clear();
      Object.assign(dataset, own);
    });
    clear();
    window.history.replaceState(state ?? null, '', path);
    if (theme) localStorage.setItem('theme', theme);
    if (isSignedIn) sessionStorage.setItem('authToken', 'token');
    const server = fakeServer({});
    await import(/* @vite-ignore */ `./head.ts?run=${runs++}`);
    const { theme: shown, signedIn, signUp } = dataset;
    expect(JSON.parse(JSON.stringify({ theme: shown, signedIn, signUp }))).toEqual(marks);
    expect(server.names()).toEqual(calls);
  },
);

test('code that does not load is reported with a button that reloads the page', async () => {
  // The HTML's own script asks for the status of maintenance as soon as it runs.
  fakeServer({});
  await import('./head.ts');
  const { codeMissing } = renderBoot('app');
  pageWith(`<template id="code-missing">${codeMissing}</template><div id="root">Loading</div>`);
  const fail = (type: string) => {
    const script = document.createElement('script');
    const failed = new Promise((done) => script.addEventListener('error', done));
    Object.assign(script, { type, src: '/assets/gone.js' });
    document.body.append(script);
    return failed;
  };
  // The page does without what is no part of the app.
  await fail('text/javascript');
  screen.getByText('Loading');
  await fail('module');
  await screen.findByRole('heading', { name: 'Something went wrong' });
  screen.getByText(/A part of Drumbeat could not be loaded\./);
  await waitFor(() => expect(screen.queryByText('Loading')).toBeNull());
  screen.getByRole('button', { name: 'Refresh Page' });
});
