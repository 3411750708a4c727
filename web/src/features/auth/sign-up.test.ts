import { expect, test, vi } from 'vitest';
import { getToken } from '../../api/session.ts';
import { fakeBrowser } from '../../testing/browser.ts';
import { currentToasts } from '../../ui/feedback/toasts.ts';
import { emptyForm } from './auth.form.ts';
import { signUp } from './sign-up.ts';

const form = { ...emptyForm, email: ' Ada@Example.com', password: 'Rhythm-2026', agreeToTerms: true };
const session = { token: 'fresh', user: { id: '7', email: 'ada@example.com' } };
const flags = (plans_enabled: boolean) => ({ flags: { plans_enabled } });
const price = { id: 'price_7', active: true, unit_amount: 700 };
const dear = { ...price, id: 'price_9', unit_amount: 900 };
const gone = { ...price, id: 'price_1', unit_amount: 100, active: false };
const products = {
  products: [{ prices: [dear, gone] }, { prices: [{ ...price, id: 'price_0', unit_amount: 0 }, price] }],
};

test('AUTH-29 AUTH-49 AUTH-55 signing up sends the form with the time zone', async () => {
  const server = fakeBrowser({ 'POST /api/auth/signup': session, 'GET /api/public/flags': flags(true) });
  const go = vi.fn();
  await signUp(form, go);
  expect(server.calls.find((call) => call.name === 'POST /api/auth/signup')?.body).toEqual({
    email: 'ada@example.com',
    password: 'Rhythm-2026',
    niche: 'Gaming',
    emailConsent: false,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  expect(getToken()).toBe('fresh');
  // The first verification email is on its way.
  expect(sessionStorage.getItem('verificationSentTo')).toBe('7');
  expect(go).not.toHaveBeenCalled();
});

test('PROD-44 plans are on when the flags cannot be read', async () => {
  const server = fakeBrowser({ 'POST /api/auth/signup': session });
  await signUp(form, vi.fn());
  expect(server.calls.map((call) => call.name)).not.toContain('POST /api/create-checkout-session');
  expect(currentToasts()).toEqual([]);
});

test('AUTH-50 with plans off the browser goes to the checkout of the cheapest paid price', async () => {
  const assign = vi.fn();
  vi.stubGlobal('window', { location: { assign } });
  const server = fakeBrowser({
    'POST /api/auth/signup': session,
    'GET /api/public/flags': flags(false),
    'GET /api/products': products,
    'POST /api/create-checkout-session': { url: 'https://pay.example/1' },
  });
  const go = vi.fn();
  await signUp(form, go);
  expect(server.calls.at(-1)).toEqual({
    name: 'POST /api/create-checkout-session',
    body: { priceId: 'price_7' },
    token: 'fresh',
  });
  expect(assign).toHaveBeenCalledWith('https://pay.example/1');
  expect(getToken()).toBe('fresh');
  expect(go).not.toHaveBeenCalled();
  expect(currentToasts()).toEqual([]);
  expect(sessionStorage.getItem('verificationSentTo')).toBe('7');
});
