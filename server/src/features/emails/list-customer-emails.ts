import {
  type CustomerEmail,
  CUSTOMER_EMAILS_PAGE as SIZE,
} from '@drumbeat/contract/emails/customer-emails.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { recordShown } from '../audit/record-audit.ts';
import { findCustomer } from '../users/users.queries.ts';
import { selectEmailsPage } from './emails.store.ts';
import { customerEmailView } from './emails.view.ts';

/**
 * A page of a customer's emails for staff, newest first. Addresses are masked unless `sensitive`, which is
 * audited. Throws NOT_FOUND.
 */
export async function listCustomerEmails(
  deps: Pick<Platform, 'db' | 'clock'>,
  actor: Actor,
  { userId, page, sensitive }: { userId: number; page: number; sensitive: boolean },
): Promise<{ emails: CustomerEmail[]; nextPage: number | null }> {
  await findCustomer(deps.db, userId);
  const found = await selectEmailsPage(deps.db, userId, { offset: (page - 1) * SIZE, limit: SIZE + 1 });
  if (sensitive) {
    const target = { type: 'user', id: userId };
    await recordShown(deps.db, actor, { at: deps.clock.now(), target, view: 'emails' });
  }
  return {
    emails: found.slice(0, SIZE).map((email) => customerEmailView(email, sensitive)),
    nextPage: found.length > SIZE ? page + 1 : null,
  };
}
