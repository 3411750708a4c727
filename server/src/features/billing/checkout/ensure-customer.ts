import type { BillingDeps } from '../billing.deps.ts';
import { updateCustomerFailures, updateCustomerOnce, upsertSubscription } from '../billing.store.ts';

/**
 * The id of the person's customer at the provider, created if missing. There is only ever one: parallel calls
 * share an idempotency key, and after a crash before the id was stored the customer is found by its
 * reference.
 */
export async function ensureCustomer(
  deps: BillingDeps,
  person: { userId: number; email: string },
): Promise<string> {
  const row = await upsertSubscription(deps.db, person.userId);
  if (row.customerId) return row.customerId;
  const { customerReference: reference, customerFailures: failures } = row;
  const found = await deps.payments.findCustomer({ email: person.email, reference });
  if (found) return updateCustomerOnce(deps.db, person.userId, found);
  try {
    const idempotencyKey = `customer-${reference}-${failures}`;
    const made = await deps.payments.createCustomer({ ...person, reference, idempotencyKey });
    return await updateCustomerOnce(deps.db, person.userId, made);
  } catch (error) {
    // The provider answers a repeated key with the same error, even if that error was temporary.
    await updateCustomerFailures(deps.db, row);
    throw error;
  }
}
