import * as calls from '@drumbeat/contract/billing/customer-billing.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../platform/http/route.ts';
import { findCustomer } from '../../users/users.queries.ts';
import type { BillingDeps } from '../billing.deps.ts';
import { openPortal } from '../checkout/open-portal.ts';
import { allowTrial } from '../trials/allow-trial.ts';
import { getCustomerBilling } from './get-customer-billing.ts';
import { restorePrevious } from './restore-previous.ts';

export function registerCustomerBillingRoutes(app: FastifyInstance, deps: BillingDeps): void {
  route(app, calls.getCustomerBilling, ({ actor, params, query }) =>
    getCustomerBilling(deps, actor, { userId: params.id, ...query }),
  );

  route(app, calls.openPortalOf, async ({ actor, params, body }) => {
    const { id: userId } = await findCustomer(deps.db, params.id);
    return openPortal(deps, { userId }, {}, { actor, reason: body?.reason });
  });

  route(app, calls.allowTrialOf, async ({ actor, params, body }) => {
    await allowTrial(deps, actor, { userId: params.id, reason: body?.reason });
    return { message: "This customer's next checkout starts with a trial.", change_id: null };
  });

  route(app, calls.restorePreviousBilling, async ({ actor, params, body }) => {
    const input = { userId: params.id, force: body?.force ?? false, reason: body?.reason };
    return { message: await restorePrevious(deps, actor, input), change_id: null };
  });
}
