import { z } from 'zod';
import { defineCall } from '../call.ts';
import { byId, changedByStaff, instant, reason, reasonBody, sensitive } from '../common.ts';
import { invoice, subscription } from './billing.entities.ts';

const staffCall = { tag: 'admin', access: 'staff', params: byId } as const;

/** The provider's ids of a customer and their subscription, masked unless requested otherwise. */
const billingIds = z.object({ customer_id: z.string().nullable(), subscription_id: z.string().nullable() });

const customerInvoice = invoice
  .pick({
    id: true,
    date: true,
    amount: true,
    currency: true,
    status: true,
    description: true,
    invoiceUrl: true,
  })
  .extend({
    /** The provider's receipt; null if nothing was paid. Both URLs are null while masked. */
    receiptUrl: z.string().nullable(),
  });

export const customerBilling = z.object({
  subscription,
  ids: billingIds,
  /** The ids that the current ones replaced; null if there were none. */
  previous: billingIds.extend({ replaced_at: instant }).nullable(),
  history: z.object({
    invoices: z.array(customerInvoice),
    hasMore: z.boolean(),
    /** True if the payment provider did not answer, so that the invoices are unknown. */
    unavailable: z.boolean(),
  }),
});
export type CustomerBilling = z.infer<typeof customerBilling>;

export const getCustomerBilling = defineCall({
  ...staffCall,
  method: 'GET',
  path: '/api/admin/users/:id/billing',
  summary:
    "A customer's subscription, the provider's ids and the newest invoices; masked unless `sensitive=true`, which is audited",
  query: z.object({ sensitive, after: z.string().max(255).optional() }),
  response: customerBilling,
});

export const openPortalOf = defineCall({
  ...staffCall,
  method: 'POST',
  path: '/api/admin/users/:id/open-portal',
  summary:
    "The address of a customer's billing portal; 409 PORTAL_NOT_READY without a customer at the provider",
  body: reasonBody,
  response: z.object({ url: z.string() }),
});

export const allowTrialOf = defineCall({
  ...staffCall,
  method: 'POST',
  path: '/api/admin/users/:id/allow-trial',
  summary:
    'Lets a customer start one more trial, even if they or someone with the same address, X account or card already had one',
  body: reasonBody,
  response: changedByStaff,
});

/** Why restoring the previous ids requires `force`. */
export const restoreDoubts = ['present_is_live', 'customer_not_found', 'subscription_not_found'] as const;
export type RestoreDoubt = (typeof restoreDoubts)[number];

export const restorePreviousBilling = defineCall({
  ...staffCall,
  method: 'POST',
  path: '/api/admin/users/:id/billing/restore-previous',
  summary:
    'Restores the previous billing ids and syncs the subscription; without force, 409 RESTORE_NEEDS_FORCE if the current subscription is live or the provider no longer has the previous one',
  body: z.object({ force: z.boolean().default(false), reason }).nullish(),
  response: changedByStaff,
});
