import { expect, type Page } from '@playwright/test';
import { answerWith, hold } from './support/answers.ts';
import { ask, connectX, enterAs, makePerson, type Person, signInAnew } from './support/people.ts';
import { test } from './support/product.ts';
import { toast } from './support/screens.ts';

const RESEND = '/api/auth/resend-verification';
const overlay = (page: Page) => page.getByRole('dialog', { name: 'Verify your email' });
const resend = (page: Page) => overlay(page).getByRole('button', { name: 'Resend verification email' });

/** Counts the verification emails that the page asks for. */
function countAsked(page: Page): () => number {
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith(RESEND)) asked += 1;
  });
  return () => asked;
}

test('VEM-01 VEM-02 VEM-03 VEM-05 VEM-06 VEM-07 a link that lacks its token, or whose token is refused, is told apart', async ({
  page,
}) => {
  await page.goto('/verify-email');
  await expect(page.getByRole('heading', { name: 'Verification Failed' })).toBeVisible();
  await expect(page.getByText('Invalid verification link.')).toBeVisible();

  const letGo = await hold(page, '/api/auth/verify-email');
  await page.goto('/verify-email?token=unknown');
  await expect(page.getByRole('status').filter({ hasText: 'Verifying your email' })).toBeVisible();
  await expect(page).toHaveURL(/\/verify-email$/);
  letGo();
  await expect(page.getByText('Verification link is invalid or expired.')).toBeVisible();
  await page.getByRole('link', { name: 'Go to Sign In' }).click();
  await expect(page).toHaveURL(/\/auth$/);
});

test.describe('who has signed up but not verified', () => {
  test.describe.configure({ mode: 'serial' });
  let person: Person;
  test.beforeAll(async ({ baseURL, sandbox }) => {
    person = await makePerson(baseURL, sandbox, 'signed up');
    await sandbox.mailTo(person.email, /verify/i);
  });
  test.beforeEach(({ page }) => enterAs(page, person));

  test('VEM-13 VEM-15 VEM-16 VEM-20 a mail is sent by itself once in a session; where that is refused, one waits 30 seconds', async ({
    page,
  }) => {
    const asked = countAsked(page);
    await page.clock.install();
    await page.goto('/products');
    await expect(overlay(page)).toContainText(person.email);
    const countdown = overlay(page).getByText(/You can resend the email in \d+ seconds?/);
    await expect(countdown).toBeVisible();
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 500);
    const left = Number(/\d+/.exec(await countdown.innerText())?.[0]);
    expect(left).toBeGreaterThan(15);
    expect(left).toBeLessThanOrEqual(30);
    await page.clock.runFor((left - 1) * 1_000);
    await expect(countdown).toHaveText('You can resend the email in 1 second');
    await expect(resend(page)).toHaveCount(0);
    await page.clock.runFor(1_000);
    await expect(resend(page)).toBeVisible();
    await page.clock.resume();
    await page.reload();
    await expect(countdown).toBeVisible();
    expect(asked()).toBe(1);
  });

  test('VEM-16 VEM-21 when a mail has just been sent, the button to send it again is there at once', async ({
    page,
  }) => {
    await answerWith(page, RESEND, 200, { message: 'ok' });
    await page.goto('/products');
    await expect(resend(page)).toBeVisible();
    await resend(page).click();
    await expect(toast(page, 'Verification email sent.')).toBeVisible();
    await expect(overlay(page)).toContainText(/You can resend the email in (30|29) seconds/);
  });

  test('VEM-08 VEM-09 a mail that is not sent is said in words, with the request to quote', async ({
    page,
  }) => {
    await answerWith(page, RESEND, 500, { requestId: 'request-of-the-first-mail' });
    await page.goto('/products');
    await expect(toast(page, 'Unable to send verification email')).toContainText('request-of-the-first-mail');
    await page.clock.install();
    await page.reload();
    await expect(overlay(page)).toContainText('You can resend the email');
    await page.clock.runFor(30_000);
    await resend(page).click();
    await expect(toast(page, 'Failed to resend verification')).toBeVisible();
  });

  test('VEM-28 VEM-29 below the overlay a banner says the same, with its own way to send the mail again', async ({
    page,
  }) => {
    await answerWith(page, RESEND, 200, { message: 'ok' });
    await page.goto('/products');
    const banner = page.getByText('Your email address is not verified yet.').locator('..');
    await expect(banner).toBeVisible();
    // The overlay blocks pointer and keyboard; activated by script, the button still does its work.
    await banner.locator('button').dispatchEvent('click');
    await expect(toast(page, 'Verification email sent.')).toBeVisible();
    await answerWith(page, RESEND, 500);
    await banner.locator('button').dispatchEvent('click');
    await expect(toast(page, 'Failed to resend verification')).toBeVisible();
  });

  test('VEM-23 VEM-24 VEM-25 VEM-26 VEM-27 nothing can be chosen, begun or connected before', async ({
    page,
  }) => {
    await page.goto('/products');
    await expect(overlay(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(overlay(page)).toBeVisible();
    const button = page.getByRole('button', { name: /^Choose: Pro,/ });
    const isWithinReach = await button.evaluate((target) => {
      const { left, top, width, height } = target.getBoundingClientRect();
      return target.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
    expect(isWithinReach).toBe(false);
    for (let presses = 0; presses < 5; presses += 1) {
      await page.keyboard.press('Tab');
      await expect(overlay(page).locator(':focus')).toHaveCount(1);
    }
    const refused = [
      ['/api/posts/generate-posts', { skipWeekends: true }],
      ['/api/create-checkout-session', { priceLookupKey: 'pro_monthly' }],
      ['/api/create-checkout-session-no-trial', { priceLookupKey: 'pro_monthly' }],
      ['/api/oauth/x/authorize', undefined],
    ] as const;
    for (const [path, body] of refused) {
      const answer = await ask(person, 'POST', path, body);
      expect(answer, path).toMatchObject({ status: 403, body: { code: 'EMAIL_NOT_VERIFIED' } });
    }
  });

  test('VEM-14 the X of the overlay signs out and leads to sign-in', async ({ page }) => {
    await page.goto('/products');
    await overlay(page).getByRole('button', { name: 'Close and sign out' }).click();
    await expect(page).toHaveURL(/\/auth$/);
    expect(await page.evaluate(() => sessionStorage.getItem('authToken'))).toBeNull();
    // The screen does not wait for the server to end the session.
    await expect.poll(async () => (await ask(person, 'GET', '/api/user')).status).toBe(401);
    await signInAnew(person);
  });

  test('VEM-02 VEM-04 VEM-12 VEM-17 VEM-18 VEM-19 VEM-22 VEM-30 the mailed link verifies without a session; the first tab learns of it by itself', async ({
    page,
    browser,
    sandbox,
  }) => {
    await page.goto('/products');
    const refresh = overlay(page).getByRole('button', { name: 'I have verified – Refresh' });
    await refresh.click();
    await expect(
      overlay(page).getByText('Still not verified. Please click the link in your email.'),
    ).toBeVisible();

    const { links } = await sandbox.mailTo(person.email, /verify/i);
    const link = links.find((each) => each.includes('token=')) ?? '';
    const elsewhere = await browser.newContext();
    const tab = await elsewhere.newPage();
    for (const visit of ['first', 'second']) {
      await tab.goto(link);
      await expect(tab.getByRole('heading', { name: 'Email Verified' }), visit).toBeVisible();
      await expect(tab).toHaveURL(/\/verify-email$/);
      if (visit === 'first')
        await expect(toast(page, 'Email verified! You can now choose a plan.')).toBeVisible();
      await tab.reload();
      await expect(tab.getByRole('heading', { name: 'Email Verified' }), `${visit}, reloaded`).toBeVisible();
    }
    await tab.getByRole('link', { name: 'Choose a Plan' }).click();
    await expect(tab).toHaveURL(/\/products$/);
    await expect(tab.getByRole('button', { name: /^Choose: Pro,/ })).toBeVisible();
    await elsewhere.close();

    await expect(overlay(page)).toHaveCount(0);
    await expect(page.getByText('Your email address is not verified yet.')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Choose: Pro,/ })).toBeVisible();
    await connectX(person, sandbox, person.username);
    expect(await ask(person, 'GET', '/api/oauth/x/status')).toMatchObject({ status: 200 });
  });
});
