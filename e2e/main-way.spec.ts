import { expect } from '@playwright/test';
import { PASSWORD } from './support/people.ts';
import { freshEmail, test } from './support/product.ts';
import { chooseAndPay, rowsOf, toast, utcIn } from './support/screens.ts';

test.use({ timezoneId: 'UTC' });

test('GEN-61 VEM-04 VEM-12 VEM-17 VEM-18 VEM-19 BILL-43 BILL-44 PROD-34 PROD-35 GEN-19 GEN-62 PUB-01 PUB-02 SHELL-06 AUTH-27 a stranger signs up, verifies, starts a trial, connects X, and sees a post go out live, once', async ({
  page,
  browser,
  sandbox,
}) => {
  test.slow();
  const email = freshEmail('way');
  const username = `way_${email.slice(4, 12)}`;

  await test.step('1. the landing page leads to sign-up', async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Get Started for Free' }).first().click();
    await expect(page).toHaveURL(/\/auth/);
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('checkbox', { name: /Terms of Service/ }).check();
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await expect(page).toHaveURL(/\/products/);
  });

  await test.step('the mailed link verifies the address', async () => {
    const overlay = page.getByRole('dialog', { name: 'Verify your email' });
    await overlay.getByRole('button', { name: 'I have verified – Refresh' }).click();
    await expect(overlay.getByText('Still not verified. Please click the link in your email.')).toBeVisible();
    const mail = await sandbox.mailTo(email, /verify/i);
    const link = mail.links.find((each) => each.includes('token='));
    const elsewhere = await browser.newContext();
    const tab = await elsewhere.newPage();
    await tab.goto(link ?? '');
    await expect(tab.getByRole('heading', { name: 'Email Verified' })).toBeVisible();
    await expect(tab.getByRole('link', { name: 'Choose a Plan' })).toHaveAttribute('href', '/products');
    await elsewhere.close();
    await expect(page.getByText('Email verified! You can now choose a plan.')).toBeVisible();
    await expect(overlay).toHaveCount(0);
  });

  await test.step('2. a checkout is left; the next one starts a trial', async () => {
    await expect(page.getByText('7-day free trial')).toHaveCount(3);
    await expect(page.getByRole('button', { name: 'Continue with USDC (Cardano)' })).toBeVisible();
    await chooseAndPay(page, 'Choose: Pro, $15.00 USD / month');
    await page
      .getByRole('link', { name: /back|cancel|return/i })
      .first()
      .click();
    await expect(
      toast(page, 'Subscription was cancelled. You can try again anytime in Settings.'),
    ).toBeVisible();
    await expect(page).toHaveURL(/\/products$/);
    await chooseAndPay(page, 'Choose: Pro, $15.00 USD / month');
    await page.getByRole('button', { name: /Start trial/i }).click();
    await expect(page).toHaveURL(/\/dashboard/);
    await expect(page.getByText('Subscription activated successfully! Welcome to Drumbeat!')).toBeVisible();
    await expect(page.getByText('Pro trial · 7 days left')).toBeVisible();
  });

  await test.step('3. X is connected in a popup', async () => {
    await page.getByRole('button', { name: 'Connect X' }).click();
    const modal = page.getByRole('dialog', { name: 'Connect Twitter/X Account' });
    const popup = page.waitForEvent('popup');
    await modal.getByRole('button', { name: 'Continue to Connect' }).click();
    const x = await popup;
    await x.getByRole('textbox').fill(username);
    await x.getByRole('button', { name: /Authorize/i }).click();
    await expect(page.getByText('X account connected successfully!')).toBeVisible();
  });

  await test.step('4. the model writes a week; an edit survives a reload, and all is scheduled', async () => {
    await page
      .getByRole('button', { name: /Generate/ })
      .first()
      .click();
    const preview = page.getByRole('dialog', { name: 'Preview Your 7-Day Content Calendar' });
    await expect(preview).toBeVisible({ timeout: 30_000 });
    await preview
      .getByRole('button', { name: /^Edit the post at/ })
      .first()
      .click();
    await preview.getByLabel('Post content').fill('My own first post');
    await preview.getByRole('button', { name: 'Done' }).click();
    await page.reload();
    await expect(preview.getByText('My own first post')).toBeVisible();
    await preview.getByRole('button', { name: 'Schedule Now' }).click();
    await expect(preview).toBeHidden();
  });

  await test.step('5. a post edited to be due goes out live, exactly once', async () => {
    const rows = rowsOf(page);
    const row = rows.nth(1);
    await expect(row).toContainText('Pending');
    const text = (await row.getByRole('cell').first().innerText()).trim();
    await row.getByRole('button', { name: /^Edit post of/ }).click();
    const editor = page.getByRole('form', { name: 'Edit post' });
    await editor.getByLabel('Scheduled time').fill(utcIn(4));
    await editor.getByRole('button', { name: 'Save' }).click();
    await expect(editor).toBeHidden();

    const edited = rows.filter({ hasText: text.slice(0, 60) });
    await expect(edited).toContainText('Posted', { timeout: 20_000 });
    const tweets = await sandbox.tweetsOnceThereAre(1, username);
    expect(tweets[0]?.text.replaceAll(/\s+/g, ' ')).toContain(text.slice(0, 60).replaceAll(/\s+/g, ' '));
  });

  await test.step('and signs out', async () => {
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/\/$/);
    expect(await page.evaluate(() => sessionStorage.getItem('authToken'))).toBeNull();
  });
});
