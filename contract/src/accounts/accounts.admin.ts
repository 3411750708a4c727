import { z } from 'zod';
import { defineCall } from '../call.ts';
import { byId, changedByStaff, idField, instant, reasonBody } from '../common.ts';
import { xAccount } from './accounts.ts';

export const resetNicheRetries = defineCall({
  method: 'POST',
  path: '/api/admin/users/:id/reset-niche-retries',
  tag: 'admin',
  access: 'staff',
  summary: "Gives an X account all its niche changes of this cycle back; 404 for another person's",
  params: byId,
  query: z.object({ twitter_account_id: idField }),
  body: reasonBody,
  response: changedByStaff,
});

/** An X account as staff see it, with the generations used in its current cycle. */
export const customerAccount = xAccount.extend({
  usage: z.object({ limit: z.int(), remaining: z.int(), periodEnd: instant.nullable() }),
});
export type CustomerAccount = z.infer<typeof customerAccount>;

export const listAccountsOf = defineCall({
  method: 'GET',
  path: '/api/admin/users/:id/twitter-accounts',
  tag: 'admin',
  access: 'staff',
  summary: "A customer's connected X accounts, oldest first",
  params: byId,
  response: z.object({ accounts: z.array(customerAccount) }),
});
