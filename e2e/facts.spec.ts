import { expect } from '@playwright/test';
import { isClean } from './support/accessible.ts';
import { enterAs, makePerson } from './support/people.ts';
import { test } from './support/product.ts';
import { toast } from './support/screens.ts';

test('FACT-16 FACT-17 FACT-19 FACT-20 a fact that supports a figure: it is written down, a feed is added, and the post names its source', async ({
  page,
  baseURL,
  sandbox,
}) => {
  const person = await makePerson(baseURL, sandbox, 'connected');
  await enterAs(page, person);

  await test.step('the settings lead to the facts, which say what they are for', async () => {
    await page.goto('/settings');
    await page.getByRole('link', { name: 'Manage facts' }).click();
    await expect(page).toHaveURL('/settings/facts');
    await expect(page.getByText('Without them, posts are opinions, questions and tips')).toBeVisible();
    await isClean(page, 'facts, none');
  });

  await test.step('a sheet is pasted, and listed', async () => {
    const sheet = 'Price: Pro costs $19 a month\nDate: The spring sale ends on 31 March';
    await page.getByRole('textbox', { name: 'Add facts' }).fill(sheet);
    await page.getByRole('button', { name: 'Add 2 facts' }).click();
    await expect(toast(page, '2 facts added.')).toBeVisible();
    const facts = page.getByRole('list', { name: 'Your facts' }).getByRole('listitem');
    await expect(facts).toHaveText([
      /Price\s*Pro costs \$19 a month/,
      /Date\s*The spring sale ends on 31 March/,
    ]);
  });

  await test.step('one that points into this machine is refused; the sandbox’s feed is added', async () => {
    const address = page.getByRole('textbox', { name: 'Address of an RSS or Atom feed' });
    await address.fill('http://169.254.169.254/latest/meta-data');
    await page.getByRole('button', { name: 'Add feed' }).click();
    await expect(page.getByText('This feed is on a site that is not on the list')).toBeVisible();
    const { port } = new URL(sandbox.url);
    await expect(page.getByText(`You can add feeds from 127.0.0.1:${port}.`)).toBeVisible();
    await address.fill(`http://127.0.0.1:${port}/news/facts`);
    await page.getByRole('button', { name: 'Add feed' }).click();
    const feed = page.getByRole('list', { name: 'Feeds' }).getByRole('listitem').first();
    await expect(feed).toContainText('Company news');
    await feed.getByText('4 entries').click();
    await expect(feed.getByRole('link', { name: 'A survey of 1,240 members' })).toBeVisible();
    await isClean(page, 'facts and a feed');
  });

  await test.step('both are there after a reload', async () => {
    await page.reload();
    await expect(page.getByText('2 of 100 facts')).toBeVisible();
    await expect(page.getByText('Company news')).toBeVisible();
  });

  await test.step('a post with the figure names its source', async () => {
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'New post' }).first().click();
    const composer = page.getByRole('dialog', { name: 'New post' });
    await composer
      .getByRole('textbox')
      .first()
      .fill('Pro is $19 a month. We asked 1,240 people whether it is worth it.');
    await composer.getByRole('button', { name: 'Schedule post' }).click();
    await page
      .getByRole('button', { name: /^Edit post of/ })
      .first()
      .click();
    const sources = page.getByRole('region', { name: 'Supported by' });
    await expect(sources).toContainText('$19 – Pro costs $19 a month');
    await expect(sources.getByRole('link', { name: 'A survey of 1,240 members' })).toBeVisible();
  });

  await test.step('a draft tells a fact, with the figure and its source', async () => {
    await page
      .getByRole('button', { name: /Generate/ })
      .first()
      .click();
    // With a post scheduled, the first press only opens the panel.
    await page.getByRole('button', { name: 'Generate posts', exact: true }).click();
    const preview = page.getByRole('dialog', { name: /^Preview Your/ });
    const supported = preview.getByRole('region', { name: 'Supported by' });
    await expect(supported.first()).toContainText(/\$19 – Pro costs \$19 a month|31 .* – The spring sale/, {
      timeout: 30_000,
    });
    await expect(preview.getByText('Pro costs $19 a month.')).not.toHaveCount(0);
  });
});
