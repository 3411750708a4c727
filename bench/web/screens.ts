import type { Page } from 'playwright-core';
import { signUpState } from '../../web/src/base/paths.ts';

/** The maximum seconds until a screen's first and largest paint. */
type Paints = { fcp: number; lcp?: number };

export type Screen = {
  name: string;
  path: string;
  /** The state that the previous page passed on, as the router keeps it in the history. */
  state?: object;
  /** The heading that shows that the screen is ready. */
  heading: string;
  visitor: 'nobody' | 'customer' | 'staff';
  /** An interaction, timed to its next paint. */
  press: (page: Page) => Promise<void>;
  /** The JavaScript that a first visit may load, in kB of Brotli. */
  js: number;
  /** A hard limit if the aim is not reached yet. */
  jsMost?: number;
  /** The maximum number of files: the current number, because each costs a round trip on a slow network. */
  jsFiles: number;
  plain: Paints;
  'slow-4g': Paints;
};

const FAST: Paints = { fcp: 0.25 };
const SLOW: Paints = { fcp: 1.2 };
const button = (name: string) => (page: Page) => page.getByRole('button', { name }).first().click();
const type = (name: string) => (page: Page) => page.getByRole('textbox', { name }).first().press('a');

/** Each screen with targets, and the targets of its first visit. */
export const screens: readonly Screen[] = [
  {
    name: 'landing page',
    path: '/',
    heading: 'A steady beat of posts on X, without writing them.',
    visitor: 'nobody',
    press: (page) => page.getByText('Gardening', { exact: true }).first().click(),
    js: 60,
    jsFiles: 1,
    // The spinner covers the page for its first second.
    plain: { ...FAST, lcp: 1.2 },
    'slow-4g': { ...SLOW, lcp: 2 },
  },
  {
    name: 'sign-in',
    path: '/auth',
    heading: 'Sign in to Drumbeat',
    visitor: 'nobody',
    press: type('Email'),
    js: 110,
    // React, the router, the query cache and Mantine alone are 120.
    jsMost: 150,
    jsFiles: 5,
    plain: { ...FAST, lcp: 0.5 },
    'slow-4g': { ...SLOW, lcp: 2 },
  },
  {
    name: 'sign-up',
    path: '/auth',
    state: signUpState,
    heading: 'Create your account',
    visitor: 'nobody',
    press: type('Email'),
    js: 180,
    jsFiles: 7,
    plain: FAST,
    'slow-4g': SLOW,
  },
  {
    name: 'plans',
    path: '/products',
    heading: 'Choose a plan',
    visitor: 'customer',
    press: (page) => page.keyboard.press('Tab'),
    js: 210,
    jsFiles: 7,
    plain: FAST,
    'slow-4g': SLOW,
  },
  {
    name: 'dashboard',
    path: '/dashboard',
    heading: 'Dashboard',
    visitor: 'customer',
    press: button('New post'),
    js: 200,
    jsFiles: 6,
    plain: { ...FAST, lcp: 0.9 },
    'slow-4g': { ...SLOW, lcp: 3 },
  },
  {
    name: 'dashboard with calendar',
    path: '/dashboard?view=calendar',
    heading: 'Dashboard',
    visitor: 'customer',
    press: button('Next month'),
    js: 290,
    jsFiles: 7,
    plain: FAST,
    'slow-4g': SLOW,
  },
  {
    name: 'settings',
    path: '/settings',
    heading: 'Settings',
    visitor: 'customer',
    press: (page) => page.getByText('Dark', { exact: true }).first().click(),
    js: 235,
    jsFiles: 8,
    plain: FAST,
    'slow-4g': SLOW,
  },
  {
    name: 'console',
    path: '/admin',
    heading: 'Admin',
    visitor: 'staff',
    press: (page) => page.locator('main summary').first().click(),
    js: 225,
    jsFiles: 8,
    plain: FAST,
    'slow-4g': { ...SLOW, lcp: 3 },
  },
];
