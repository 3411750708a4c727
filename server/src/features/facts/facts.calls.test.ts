import { test } from 'vitest';
import { buildUser, connectX, subscribe } from '../../../test/factories.ts';
import { openKeptPage } from '../../../test/kept-calls.ts';

test('docs/calls/facts.md says what the calls of the facts answer and do', async () => {
  const page = await openKeptPage();
  const { app, ask } = page;
  const ada = await buildUser(app, { email: 'ada@example.com' });
  const bob = await buildUser(app, { email: 'bob@example.com' });
  await subscribe(app, ada);
  await connectX(app, ada, 'ada');
  const { id } = await connectX(app, ada, 'brew');

  await ask('GET', '/api/facts', { as: ada, note: 'of the selected account, none yet' });
  await ask('GET', `/api/facts?twitterAccountId=${id}`, { as: bob, note: 'of somebody else' });
  const sheet = 'We roast on Tuesdays.\n\n  Founded in 2019. \nWe roast on Tuesdays.';
  const body = { twitterAccountId: String(id), kind: 'product', sheet };
  await ask('POST', '/api/facts', { as: ada, body });
  await ask('POST', '/api/facts', { as: ada, body, note: 'all of them known' });
  await page.expectKept('facts');
});
