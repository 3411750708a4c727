import { isDeepStrictEqual } from 'node:util';
import type Stripe from 'stripe';
import type { SandboxContext } from '../context.ts';
import type { Form } from '../http/form.ts';
import { realNow } from './billing/clock.ts';
import { missing } from './billing/failures.ts';
import { idOf, newId } from './objects.ts';
import { createdFilter, type Page, paginate } from './paginate.ts';
import { textParam, textsParam } from './params.ts';
import type { StripeState } from './state.ts';

/** The API version whose shapes we send. */
export const apiVersion = '2026-10-28.endive';

const keptEvents = 2000;

/** Records an event and sends it to the webhook endpoint. `at` is the customer's time. */
export function emit(
  context: SandboxContext,
  type: string,
  object: object,
  options: { at?: number; previous?: object } = {},
): Stripe.Event {
  const state = context.store.state.stripe;
  const data: Record<string, unknown> = { object: withoutOnRequest(object) };
  if (options.previous) data.previous_attributes = options.previous;
  const event = {
    id: newId('evt'),
    object: 'event',
    api_version: apiVersion,
    created: options.at ?? realNow(),
    data,
    livemode: false,
    pending_webhooks: 0,
    request: { id: newId('req'), idempotency_key: null },
    type,
  } as unknown as Stripe.Event;
  state.events.push(event);
  state.events.splice(0, Math.max(0, state.events.length - keptEvents));
  context.webhooks.send(event);
  context.store.changed();
  return event;
}

/** Changes an object and emits `…updated` with the previous values, if anything differs. */
export function updateWithEvent<T extends object>(
  context: SandboxContext,
  type: string,
  object: T,
  at: number,
  change: (object: T) => void,
): T {
  const before = structuredClone(object);
  change(object);
  const previous: Record<string, unknown> = {};
  for (const key of new Set([...Object.keys(before), ...Object.keys(object)])) {
    const old = (before as Record<string, unknown>)[key];
    if (!isDeepStrictEqual(old, (object as Record<string, unknown>)[key])) previous[key] = old ?? null;
  }
  if (Object.keys(previous).length > 0) emit(context, type, object, { at, previous });
  return object;
}

export function findEvent(state: StripeState, id: string): Stripe.Event {
  const event = state.events.findLast((one) => one.id === id);
  if (!event) throw missing('event', id);
  return event;
}

export function listEvents(state: StripeState, form: Form): Page<Stripe.Event> {
  const type = textParam(form, 'type');
  const types = textsParam(form, 'types');
  const inTime = createdFilter(form);
  const wanted = state.events.filter(
    (one) =>
      (type === undefined || one.type === type) &&
      (types.length === 0 || types.includes(one.type)) &&
      inTime(one),
  );
  return paginate(wanted.reverse(), form, '/v1/events');
}

/** The events of one customer, oldest first; if given, only those after the event `after`. */
export function eventsOfCustomer(
  state: StripeState,
  customerId: string,
  after: string | undefined,
): Stripe.Event[] {
  const start = after === undefined ? 0 : state.events.findLastIndex((one) => one.id === after) + 1;
  return state.events.slice(start).filter((event) => {
    const object = event.data.object as { id?: string; customer?: Owner; charge?: Owner };
    const owner = object.customer ?? state.charges[idOf(object.charge)]?.customer;
    return object.id === customerId || idOf(owner) === customerId;
  });
}

type Owner = string | { id: string } | null;

function withoutOnRequest(object: object): object {
  const copy = structuredClone(object) as Record<string, unknown>;
  if (copy.object === 'checkout.session') delete copy.line_items;
  return copy;
}
