import { cardText } from '@drumbeat/contract/billing/billing.rules.ts';
import { formatMoney } from '@drumbeat/contract/money.rules.ts';
import type { Db } from '../../../platform/database/database.ts';
import { spokenDay } from '../../emails/emails.rules.ts';
import { queueEmail } from '../../emails/sending/queue-email.ts';
import type { UserRecord } from '../../users/users.types.ts';
import type { BillingDeps } from '../billing.deps.ts';
import type { BillingRow, SubscriptionRow } from '../billing.store.ts';
import type { Movement } from '../billing.types.ts';
import { refusedWords } from '../trials/trials.rules.ts';
import { type Notice, noticesOf, type Reading, termsOf } from './notices.rules.ts';

/** A subscription with its plan, and the person, as the transaction that emails has read them. */
export type Standing = BillingRow & { person: UserRecord | undefined };

type Facts = {
  recipient: { userId: number; to: string };
  timeZone: string;
  plan: string;
  terms: string;
  card: string;
  link: string;
  price: ReturnType<typeof priceIn>;
  row: SubscriptionRow;
};

/** Emails the news between two readings of the provider, in the transaction that writes the second one. */
export async function emailNotices(
  deps: BillingDeps,
  tx: Db,
  before: Reading,
  standing: Standing,
): Promise<void> {
  const facts = factsOf(deps, standing);
  if (!facts) return;
  for (const notice of noticesOf(before, facts.row, deps.clock.now()))
    await emailNotice(deps, tx, notice, facts);
}

/** Emails a receipt, a refund or a dispute. */
export async function emailMovement(
  deps: BillingDeps,
  tx: Db,
  movement: Movement,
  standing: Standing,
): Promise<void> {
  const facts = factsOf(deps, standing);
  if (!facts) return;
  const { recipient, timeZone, plan, card, link } = facts;
  const amount = formatMoney(movement.amount, movement.currency);
  const day = spokenDay(movement.at, timeZone);
  switch (movement.kind) {
    case 'charged':
      if (deps.receipts === 'stripe') return;
      return queueEmail(deps, tx, {
        ...recipient,
        template: 'payment_receipt',
        variables: { plan, amount, day, card, link },
      });
    case 'refunded':
      return queueEmail(deps, tx, {
        ...recipient,
        template: 'payment_refunded',
        variables: { amount, link },
      });
    case 'disputed':
      return queueEmail(deps, tx, { ...recipient, template: 'charge_disputed', variables: { amount, link } });
    case 'dispute_won':
    case 'dispute_lost': {
      const outcome =
        movement.kind === 'dispute_lost'
          ? `Your bank gave you the ${amount} back.`
          : `Your bank ruled that the charge of ${amount} was valid.`;
      const variables = { amount, outcome, link };
      return queueEmail(deps, tx, { ...recipient, template: 'dispute_closed', variables });
    }
    default:
      return movement.kind satisfies never;
  }
}

/** Emails that the trial is about to end and what will be charged; no email if nothing will be. */
export async function emailTrialEnd(deps: BillingDeps, tx: Db, standing: Standing): Promise<void> {
  const facts = factsOf(deps, standing);
  if (!facts?.price || facts.price.unit_amount === 0) return;
  const { recipient, timeZone, plan, card, link, row, price } = facts;
  if (!row.trialEnd || row.cancelAt) return;
  const amount = formatMoney(price.unit_amount, price.currency);
  const variables = { plan, day: spokenDay(row.trialEnd, timeZone), amount, card, link };
  await queueEmail(deps, tx, { ...recipient, template: 'trial_ending', variables });
}

/** Emails that posts stopped because the plan is not being paid for. */
export async function emailPostsHeld(deps: BillingDeps, tx: Db, standing: Standing): Promise<void> {
  const facts = factsOf(deps, standing);
  if (!facts) return;
  const { recipient, plan, link, row } = facts;
  const paused = row.collectionPaused || row.state === 'paused';
  const why = paused
    ? `Payments for ${plan} are paused, and posts wait until they resume.`
    : `We have not received the payment for ${plan}.`;
  await queueEmail(deps, tx, { ...recipient, template: 'posts_on_hold', variables: { why, link } });
}

async function emailNotice(deps: BillingDeps, tx: Db, notice: Notice, facts: Facts): Promise<void> {
  const { recipient, timeZone, plan, terms, card, link, row } = facts;
  const dayOf = (at: Date | null) => (at ? spokenDay(at, timeZone) : 'the end of the period');
  switch (notice) {
    case 'trial_started': {
      // A refused trial ends at once, and another email explains why.
      if (row.trialRefused) return;
      const variables = { plan, terms, day: dayOf(row.trialEnd), link: `${deps.publicUrl}/dashboard` };
      return queueEmail(deps, tx, { ...recipient, template: notice, variables });
    }
    case 'plan_started':
    case 'plan_changed':
    case 'payment_recovered':
    case 'subscription_resumed':
      return queueEmail(deps, tx, { ...recipient, template: notice, variables: { plan, terms, link } });
    case 'payment_failed': {
      const variables = { plan, card, day: dayOf(row.graceEnd), link };
      return queueEmail(deps, tx, { ...recipient, template: notice, variables });
    }
    case 'subscription_canceled': {
      const variables = { plan, day: dayOf(row.cancelAt), link };
      return queueEmail(deps, tx, { ...recipient, template: notice, variables });
    }
    case 'subscription_ended': {
      return queueEmail(deps, tx, {
        ...recipient,
        template: notice,
        variables: { plan, why: endedWhy(row), link },
      });
    }
    default:
      return notice satisfies never;
  }
}

function endedWhy({ trialRefused, endedUnpaid }: SubscriptionRow): string {
  if (trialRefused)
    return `${refusedWords[trialRefused]} Trials are limited to one per customer, so this one ended before anything was charged. You can choose a plan without a trial, or reply to this email.`;
  return endedUnpaid ? 'The last payments for it failed.' : 'It ended, as you asked.';
}

/** What the emails say about a person's plan; undefined for a person who left, whose address is erased. */
function factsOf(
  { publicUrl }: Pick<BillingDeps, 'publicUrl'>,
  { person, product, price: ofPlan, subscription: row }: Standing,
): Facts | undefined {
  if (!person || person.deletedAt) return undefined;
  const price = priceIn(ofPlan);
  return {
    recipient: { userId: person.id, to: person.email },
    timeZone: person.timeZone,
    plan: product?.name ?? 'your plan',
    terms: termsOf({ price, state: row.state }, row, person.timeZone),
    card:
      row.cardBrand && row.cardLast4
        ? `your ${cardText({ brand: row.cardBrand, last4: row.cardLast4 })}`
        : 'your card',
    link: `${publicUrl}/settings#subscription`,
    price,
    row,
  };
}

function priceIn(price: BillingRow['price']) {
  return price && { unit_amount: price.unitAmount, currency: price.currency, interval: price.interval };
}
