import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { pages } from '../../../build/pages.ts';
import { dropMarkup, keepMarkup } from '../../base/boot-markup.ts';
import { openScreen } from '../../testing/screen.tsx';
import { Boot } from '../Boot.tsx';
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

test('the HTML of each page has markup of its own, which says that it is loading', () => {
  for (const { name } of pages) {
    const page = pageWith(renderBoot(name).root);
    expect(page.querySelector('[role="status"]'), name).not.toBeNull();
    page.remove();
  }
  expect(() => renderBoot('nowhere')).toThrow('The page nowhere has no markup of its own.');
});

test('the HTML of sign-in, settings, plans and console holds the heading that the screen will have', () => {
  const headings = ['auth', 'settings', 'products', 'admin'].map((name) => {
    const page = pageWith(renderBoot(name).root);
    const shown = [...page.querySelectorAll('h1')].filter((one) => getComputedStyle(one).display !== 'none');
    return shown.map((one) => one.textContent);
  });
  expect(headings).toEqual([['Sign in to Drumbeat'], ['Settings'], ['Choose a plan'], ['Admin']]);
});

test('who came to sign up finds that heading in the HTML already', () => {
  const page = within(pageWith(renderBoot('auth').root));
  document.documentElement.dataset.signUp = '';
  expect(page.getByRole('heading').textContent).toBe('Create your account');
  delete document.documentElement.dataset.signUp;
  expect(page.getByRole('heading').textContent).toBe('Sign in to Drumbeat');
});

test("LAND-13 the landing page's HTML holds its text", () => {
  const page = within(pageWith(renderLanding().root));
  page.getByText('A steady beat of posts on X, without writing them.');
  page.getByText('Made for people and small businesses', { exact: false });
  expect(page.getAllByRole('heading', { hidden: true }).length).toBeGreaterThan(8);
});

test('what the HTML showed stays until the first screen is there, and does not come back', async () => {
  keepMarkup(pageWith('<p>From the HTML</p>'));
  document.body.replaceChildren();
  openScreen('/settings');
  await screen.findByText('From the HTML');
  await screen.findByRole('heading', { name: 'Settings', level: 1 });
  expect(screen.queryByText('From the HTML')).toBeNull();
  cleanup();
  render(<Boot />);
  expect(screen.queryByText('From the HTML')).toBeNull();
});

test('code that does not come is said in words, with a button that loads the page again', async () => {
  await import('./head.ts');
  const { codeMissing } = renderBoot('app');
  pageWith(`<template id="code-missing">${codeMissing}</template><div id="root">Loading</div>`);
  const script = document.createElement('script');
  script.type = 'module';
  script.src = '/assets/gone.js';
  document.body.append(script);
  await screen.findByRole('heading', { name: 'Something went wrong' });
  screen.getByText(/A part of Drumbeat could not be loaded\./);
  screen.getByRole('button', { name: 'Refresh Page' });
  await waitFor(() => expect(screen.queryByText('Loading')).toBeNull());
});
