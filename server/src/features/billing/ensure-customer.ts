import type { BillingDeps } from './billing.deps.ts';
import { updateCustomerFailures, updateCustomerOnce, upsertSubscription } from './billing.store.ts';

/**
 * The id of the person's customer at the provider, created if there is none: one for each person, even with
 * parallel calls (they share an idempotency key) and after a crash before it is stored (it is found again).
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
    // The provider answers a repeated key with the same refusal, even one that was its own fault.
    await updateCustomerFailures(deps.db, row);
    throw error;
  }
}
