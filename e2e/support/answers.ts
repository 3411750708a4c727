import type { Page, Request } from '@playwright/test';

interface Window {
  message: string | null;
  startsInMinutes: number;
  endsInMinutes: number | null;
}

const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();

/**
 * Makes the status call report maintenance, for this page only: a real one would close the shared product to all
 * journeys. `maintenance.spec.ts` runs its own product.
 */
export async function planMaintenance(
  page: Page,
  active: boolean,
  window: Window | null,
  isAdmin = false,
): Promise<void> {
  await page.route('**/api/maintenance/status', (route) =>
    route.fulfill({
      json: {
        active,
        isAdmin,
        window: window && {
          id: '1',
          starts_at: inMinutes(window.startsInMinutes),
          ends_at: window.endsInMinutes === null ? null : inMinutes(window.endsInMinutes),
          message: window.message,
          holds_publishing: false,
          canceled_at: null,
        },
      },
    }),
  );
}

/** Turns on Cardano billing for this page only, because other journeys share the product and its flags. */
export async function enableCardano(page: Page): Promise<void> {
  await page.route('**/api/public/flags', async (route) => {
    const response = await route.fetch();
    const { flags } = (await response.json()) as { flags: object };
    await route.fulfill({ response, json: { flags: { ...flags, cardano_enabled: true } } });
  });
}

/** Records the page's API calls from now on, for example 'GET /api/user'. */
export function listenTo(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}
