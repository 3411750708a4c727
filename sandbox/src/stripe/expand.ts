import type { Failure } from '../http/failure.ts';
import { invalidRequest } from './billing/failures.ts';
import { retrieveCustomer } from './customers.ts';
import { embeddedList, idOf } from './objects.ts';
import { ownedBy } from './owned.ts';
import { newestFirst } from './paginate.ts';
import type { StripeState } from './state.ts';

type Node = Record<string, unknown>;

// Included only on request, as at Stripe, although our objects contain or compute them.
const onRequest: Record<string, readonly string[]> = {
  'checkout.session': ['line_items'],
  charge: ['refunds'],
  customer: ['subscriptions'],
};

/** A copy of a reply with the `expand[]` paths resolved and everything not requested left out. */
export function expandReply(state: StripeState, reply: unknown, paths: readonly string[]): unknown {
  const copy = structuredClone(reply);
  prune(copy, paths);
  for (const path of paths) follow(state, copy, path.split('.'), path);
  return copy;
}

function prune(value: unknown, paths: readonly string[]): void {
  if (Array.isArray(value)) {
    for (const one of value) prune(one, paths);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const node = value as Node;
  for (const field of onRequest[String(node.object)] ?? []) {
    if (!paths.some((path) => path.split('.').includes(field))) delete node[field];
  }
  if (Array.isArray(node.data)) prune(node.data, paths);
}

function follow(state: StripeState, value: unknown, path: readonly string[], whole: string): void {
  const [field, ...rest] = path;
  if (field === undefined || value === null || value === undefined) return;
  if (Array.isArray(value)) {
    for (const one of value) follow(state, one, path, whole);
    return;
  }
  const node = value as Node;
  if (typeof value !== 'object') throw notExpandable(whole);
  if (node.object === 'customer' && field === 'subscriptions') addSubscriptions(state, node);
  if (node.object === 'charge' && field === 'refunds') addRefunds(state, node);
  if (!(field in node)) {
    if (node.deleted === true) return;
    throw notExpandable(whole);
  }
  const found = node[field];
  const object = typeof found === 'string' ? resolve(state, found) : undefined;
  if (object) {
    node[field] = object;
    prune(object, [whole]);
  }
  follow(state, node[field], rest, whole);
}

function notExpandable(path: string): Failure {
  return invalidRequest(`This property cannot be expanded (${path}).`, 'expand');
}

function addSubscriptions(state: StripeState, customer: Node): void {
  const id = String(customer.id);
  const own = ownedBy(state.subscriptions, id).filter((one) => one.status !== 'canceled');
  customer.subscriptions = embeddedList(structuredClone(own), `/v1/customers/${id}/subscriptions`);
}

function addRefunds(state: StripeState, charge: Node): void {
  const id = String(charge.id);
  const own = newestFirst(state.refunds).filter((one) => idOf(one.charge) === id);
  charge.refunds = embeddedList(structuredClone(own), `/v1/charges/${id}/refunds`);
}

function resolve(state: StripeState, id: string): object | undefined {
  if (state.deletedCustomers[id]) return retrieveCustomer(state, id);
  const collections: Record<string, Record<string, object>> = {
    prod: state.products,
    price: state.prices,
    cus: state.customers,
    pm: state.paymentMethods,
    sub: state.subscriptions,
    in: state.invoices,
    ch: state.charges,
    re: state.refunds,
    du: state.disputes,
  };
  const found = collections[id.split('_', 1)[0] ?? '']?.[id];
  return found ? structuredClone(found) : undefined;
}
