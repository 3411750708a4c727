import { expect, type Page } from '@playwright/test';
import { isClean } from './support/accessible.ts';
import { call, enterAs, makePerson, type Person } from './support/people.ts';
import { test } from './support/product.ts';
import { toast } from './support/screens.ts';
import { grant } from './support/staff.ts';

const fold = (page: Page, name: string) => page.locator('summary').filter({ hasText: name });

/** A local date-time as its input wants it, so many hours from now. */
function localIn(hours: number): string {
  const date = new Date(Date.now() + hours * 3_600_000);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

let staff: Person;
let customer: Person;
test.beforeAll(async ({ baseURL, sandbox }) => {
  staff = await makePerson(baseURL, sandbox, 'in trial');
  customer = await makePerson(baseURL, sandbox, 'in trial');
  await grant(staff, 'admin');
});

test('ROUTE-13 ROUTE-14 SHELL-03 SHELL-05 SHELL-13 ADM-CON-02 ADM-CON-04 ADM-CON-05 ADM-CON-08 ADM-CON-09 ADM-CON-10 ADM-CON-12 ADM-CUS-02 MNT-18 MNT-23 MNT-25 MNT-26 MNT-28 only staff see the console; they open a customer by id, masked, and plan and cancel maintenance', async ({
  page,
}) => {
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Access Restricted' })).toBeVisible();
  await enterAs(page, staff);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Admin', level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Admin', exact: true })).toBeVisible();
  const entries = [
    'Dashboard',
    'Settings',
    'Products',
    'Admin',
    'Terms of Service',
    'Privacy Policy',
    'Logout',
  ];
  for (const path of ['/dashboard', '/settings', '/products', '/admin']) {
    await page.goto(path);
    const sidebar = page.getByRole('navigation', { name: 'Main' });
    await expect(sidebar.getByRole('listitem')).toHaveText(entries);
  }
  await page.goto('/admin');
  const fact = (name: string) => page.locator('dl > div').filter({ hasText: name }).locator('dd');
  await expect(fact('Maintenance active')).toHaveText('No');
  await expect(fact('Status')).toHaveText('Healthy');
  await expect(fact('Environment')).toHaveText('development, sandbox');
  await expect(fact('Database')).toHaveText('ok');
  await fold(page, 'Overview').click();
  await expect(fact('Database')).toHaveCount(0);

  await fold(page, 'Customer Profile').click();
  await page.getByLabel('User id').pressSequentially('1a-2');
  await expect(page.getByLabel('User id')).toHaveValue('12');
  const { id } = await call<{ id: string }>(customer, 'GET', '/api/user');
  await page.getByLabel('User id').fill(id);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page).toHaveURL(`/admin/customer?id=${id}`);
  await expect(page.getByText(`${customer.email.slice(0, 1)}***@example.com`, { exact: true })).toBeVisible();
  await expect(page.getByText('cus_********', { exact: true })).toBeVisible();
  // Pointed at, a time shows its tooltip.
  await page.mouse.move(0, 0);
  await isClean(page, 'customer');
  await page.getByRole('checkbox', { name: 'Show sensitive data' }).check();
  await expect(page.getByText(customer.email, { exact: true })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Hide sensitive data' }).uncheck();
  await expect(page.getByText(customer.email, { exact: true })).toHaveCount(0);

  await page.goto('/admin');
  await fold(page, 'Maintenance Controls').click();
  const form = page.getByRole('form', { name: 'Schedule maintenance' });
  await form.getByLabel('Starts').fill(localIn(48));
  await form.getByLabel('Ends').fill(localIn(49));
  await form.getByLabel('Message').fill('We change the disks.');
  await form.getByRole('button', { name: 'Schedule' }).click();
  await expect(toast(page, 'Maintenance scheduled.')).toBeVisible();
  const row = page.getByRole('table', { name: 'Maintenance windows' }).getByRole('row').nth(1);
  await expect(row).toContainText('We change the disks.');
  await expect(row).toContainText('Planned');
  await expect(page.getByText('Maintenance starts')).toBeVisible();
  await isClean(page, 'console');
  await row.getByRole('button', { name: 'Cancel' }).click();
  await page.getByLabel('Reason').fill('The disks came early.');
  await page.getByRole('button', { name: 'Cancel maintenance' }).click();
  await expect(row).toContainText('Canceled');
  await expect(row.getByRole('button', { name: 'Cancel', exact: true })).toHaveCount(0);
  await expect(page.getByText('Maintenance starts')).toHaveCount(0);
});

test('staff view a customer in another tab, masked and read-only, until staff or the customer end it', async ({
  page,
}) => {
  const { id } = await call<{ id: string }>(customer, 'GET', '/api/user');
  const mask = `${customer.email.slice(0, 1)}***@example.com`;
  await enterAs(page, staff);
  await page.goto(`/admin/customer?id=${id}`);
  const begin = async () => {
    await page.getByRole('button', { name: 'View as customer' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('They say that the calendar is empty');
    const popup = page.waitForEvent('popup');
    await dialog.getByRole('button', { name: 'Open the view' }).click();
    return popup;
  };
  const view = await begin();
  await expect(view).toHaveURL('/dashboard');
  const bar = view.getByRole('region', { name: 'View of a customer' });
  await expect(bar).toContainText(`Viewing as ${mask} · read-only · ends `);
  await expect(toast(page, 'The view is open in another tab.')).toBeVisible();
  const tokenOf = (tab: Page) => tab.evaluate(() => sessionStorage.getItem('authToken'));
  expect(await tokenOf(view)).not.toBe(await tokenOf(page));

  // A page that is loaded again stays in the view.
  await view.goto('/settings');
  await expect(bar).toContainText(mask);
  await expect(view.getByText(mask).first()).toBeVisible();
  await expect(view.getByText(customer.email)).toHaveCount(0);
  await view.getByRole('switch', { name: /Weekly summary/ }).click({ force: true });
  await expect(toast(view, 'You are viewing this account. Nothing can be changed here.')).toBeVisible();
  await view.getByText('Dark', { exact: true }).click();
  await expect(view.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBeNull();
  await view.getByText('Same as device', { exact: true }).click();
  const closed = view.waitForEvent('close');
  await bar.getByRole('button', { name: 'Stop' }).click();
  await closed;

  const second = await begin();
  await expect(second).toHaveURL('/dashboard');
  await call(customer, 'DELETE', '/api/auth/sessions');
  await expect(second.getByRole('heading', { name: 'This view has ended' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Customer', level: 1 })).toBeVisible();
});
