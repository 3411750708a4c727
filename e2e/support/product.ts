import { test as base } from '@playwright/test';
import { createSandbox, type Sandbox } from './sandbox.ts';

/** Playwright's test with fixtures for the shared product and the sandbox. */
export const test = base.extend<{ sandbox: Sandbox; baseURL: string }>({
  baseURL: async ({ browserName: _browser }, use) => {
    await use(addressIn('PRODUCT_URL'));
  },
  sandbox: async ({ browserName: _browser }, use) => {
    await use(createSandbox(addressIn('SANDBOX_URL')));
  },
});

/** An email address that no other journey and no earlier run has used. */
export function freshEmail(name: string): string {
  return `${name}-${crypto.randomUUID().slice(0, 8)}@example.com`;
}

function addressIn(variable: 'PRODUCT_URL' | 'SANDBOX_URL'): string {
  const address = process.env[variable];
  if (!address) throw new Error(`${variable} is not set: journeys run through e2e/playwright.config.ts.`);
  return address;
}
