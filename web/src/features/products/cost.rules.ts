/** What a price costs this person, and when; shown before the payment provider opens. Pure. */
import type { Price, Product, Subscription } from '@drumbeat/contract/billing/billing.entities.ts';
import { listedPrices } from '@drumbeat/contract/billing/billing.rules.ts';
import { formatMoney } from '@drumbeat/contract/money.rules.ts';
import { DAY_MS } from '@drumbeat/contract/time.ts';
import type { User } from '@drumbeat/contract/users/users.ts';
import { hasActiveSubscription, type TrialPerson, trialDays } from '../billing/prices.rules.ts';
import { strings } from './products.strings.ts';

type Person = Pick<User, 'subscriptionStatus'> & TrialPerson;

export type Cost =
  /** Nothing to pay. `givesUpTrial`: the person could have had a trial. */
  | { kind: 'free'; givesUpTrial: boolean }
  /** Starts with a trial of `days`; `at` is the first charge, in ms since the epoch. */
  | { kind: 'trial'; amount: string; days: number; at: number }
  | { kind: 'now'; amount: string; interval: string }
  /** The person already has this price. Null if nothing more will be charged, or if that is unknown. */
  | { kind: 'current'; next: { amount: string; at: number } | null; endsAt: number | null }
  /** The person has a subscription at another price, which only the billing portal can change. */
  | { kind: 'change' };

export function costOf(
  offer: { product: Product; price: Price },
  around: {
    products: readonly Product[];
    user: Person | undefined;
    /** The id of the person's current price. */
    current: string | undefined;
    subscription: Pick<Subscription, 'nextCharge' | 'endsAt'> | undefined;
    now: number;
  },
): Cost {
  const { product, price } = offer;
  const { products, user, current, now } = around;
  if (hasActiveSubscription(user))
    return price.id === current ? ownCost(around.subscription) : { kind: 'change' };
  if (price.unit_amount === 0) return { kind: 'free', givesUpTrial: mayHaveTrial(products, user) };
  const amount = formatMoney(price.unit_amount, price.currency);
  const days = trialDays(product, price, user);
  if (days > 0) return { kind: 'trial', amount, days, at: now + days * DAY_MS };
  return { kind: 'now', amount, interval: price.interval };
}

function ownCost(subscription: Pick<Subscription, 'nextCharge' | 'endsAt'> | undefined): Cost {
  const { nextCharge = null, endsAt = null } = subscription ?? {};
  return {
    kind: 'current',
    next: nextCharge && {
      amount: formatMoney(nextCharge.amount, nextCharge.currency),
      at: Date.parse(nextCharge.at),
    },
    endsAt: endsAt === null ? null : Date.parse(endsAt),
  };
}

function mayHaveTrial(products: readonly Product[], user: Person | undefined): boolean {
  return products.some((product) =>
    listedPrices(product).some((price) => trialDays(product, price, user) > 0),
  );
}

/** How much cheaper a year is than twelve months of the same product, in whole percent; 0 if it is not. */
export function yearlySaving(product: Pick<Product, 'prices'>, price: Price): number {
  if (price.interval !== 'year') return 0;
  const [month] = listedPrices(product).filter(
    (other) => other.interval === 'month' && other.currency === price.currency && other.unit_amount > 0,
  );
  if (!month) return 0;
  return Math.max(0, Math.round((1 - price.unit_amount / (12 * month.unit_amount)) * 100));
}

/** The sentences under the button. `dayOf` formats an instant as a day in the person's zone: '28 Nov'. */
export function describeCost(cost: Cost, dayOf: (at: number) => string): string[] {
  switch (cost.kind) {
    case 'free':
      return cost.givesUpTrial ? [strings.noCard, strings.givesUpTrial] : [strings.noCard];
    case 'trial':
      return [strings.cardNeeded, strings.firstCharge(cost.amount, dayOf(cost.at))];
    case 'now':
      return [strings.cardNeeded, strings.chargeToday(cost.amount, cost.interval)];
    case 'current':
      if (cost.endsAt !== null) return [strings.yours, strings.endsOn(dayOf(cost.endsAt))];
      if (!cost.next) return [strings.yours];
      return [strings.yours, strings.nextCharge(cost.next.amount, dayOf(cost.next.at))];
    case 'change':
      return [strings.nothingYet];
  }
}
