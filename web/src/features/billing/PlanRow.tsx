import type { Price, Product, Subscription } from '@drumbeat/contract/billing/billing.entities.ts';
import { useQuery } from '@tanstack/react-query';
import { describeError, requestIdOf } from '../../api/errors.ts';
import { queryOf, useCurrentUser } from '../../api/query.ts';
import { paths } from '../../base/paths.ts';
import { LoadingButton } from '../../ui/buttons/LoadingButton.tsx';
import { LinkButton } from '../../ui/buttons/PlainButton.tsx';
import { ErrorBox } from '../../ui/feedback/ErrorBox.tsx';
import styles from './billing.module.css';
import { strings } from './billing.strings.ts';
import { suggestedPrice, trialDays } from './prices.rules.ts';
import { ReactivateProblem } from './ReactivateProblem.tsx';
import { useReactivate, useSubscribe } from './subscription.query.ts';
import { nextWords, offersFor, planPrice } from './subscription.rules.ts';

type Plan = NonNullable<Subscription['plan']>;
type Props = { subscription: Subscription; plan: Plan };

/** The plan, what happens next, and the possible actions. */
export function PlanRow({ subscription, plan }: Props) {
  const { timeZone } = useCurrentUser();
  const offers = offersFor(subscription);
  const warns = subscription.status !== 'active';
  return (
    <div className={styles.row}>
      <div>
        <p className={styles.name}>
          {plan.name} <span className={styles.price}>{planPrice(plan)}</span>
        </p>
        <p className={styles.words} data-warns={warns || undefined}>
          {nextWords(subscription, { timeZone, now: Date.now() })}
        </p>
      </div>
      {offers.includes('change') ? (
        <LinkButton look="outline" to={paths.products}>
          {strings.changePlan}
        </LinkButton>
      ) : null}
      {offers.includes('resume') ? <Reactivate label={strings.resume} busyLabel={strings.resuming} /> : null}
      {offers.includes('reactivate') ? (
        <Reactivate label={strings.reactivate} busyLabel={strings.opening} orOtherPlan />
      ) : null}
      {offers.includes('subscribe') ? (
        <Subscribe priceId={plan.priceId} withTrial={offers.includes('trial')} />
      ) : null}
    </div>
  );
}

/** For people who never subscribed: a trial of the cheapest plan, if they may have one, and all plans. */
export function NoPlanRow({ subscription }: { subscription: Subscription }) {
  const { data: offered } = useQuery({
    ...queryOf('GET /api/products'),
    enabled: offersFor(subscription).includes('trial'),
    select: ({ products }) => cheapestTrial(products),
  });
  return (
    <div className={styles.row}>
      <div>
        <p>{strings.none}</p>
        {offered ? (
          <p className={styles.words}>
            {strings.trial(offered.name, offered.days, planPrice(offered.price))}
          </p>
        ) : null}
      </div>
      {offered ? (
        <Subscribe priceId={offered.price.id} withTrial orOtherPlan />
      ) : (
        <LinkButton to={paths.products}>{strings.seePlans}</LinkButton>
      )}
    </div>
  );
}

/** The trial of the plan that the plans page suggests; null if that plan has none. */
function cheapestTrial(products: readonly Product[]): { name: string; price: Price; days: number } | null {
  const id = suggestedPrice(products, undefined);
  for (const product of products) {
    const price = product.prices.find((one) => one.id === id);
    const days = price ? trialDays(product, price, undefined) : 0;
    if (price && days > 0) return { name: product.name, price, days };
  }
  return null;
}

type ReactivateProps = { label: string; busyLabel: string; orOtherPlan?: boolean };

function Reactivate({ label, busyLabel, orOtherPlan }: ReactivateProps) {
  const { reactivate, busy, error } = useReactivate();
  return (
    <>
      <div className={styles.actions}>
        {orOtherPlan ? <OtherPlan /> : null}
        <LoadingButton loading={busy} loadingLabel={busyLabel} onClick={reactivate}>
          {label}
        </LoadingButton>
      </div>
      <ReactivateProblem error={error} />
    </>
  );
}

function OtherPlan() {
  return (
    <LinkButton look="outline" to={paths.products}>
      {strings.otherPlan}
    </LinkButton>
  );
}

type SubscribeProps = { priceId: string; withTrial: boolean; orOtherPlan?: boolean };

function Subscribe({ priceId, withTrial, orOtherPlan }: SubscribeProps) {
  const checkout = useSubscribe(priceId);
  const failed = checkout.withTrial ? strings.trialFailed : strings.subscribeFailed;
  return (
    <>
      <div className={styles.actions}>
        {orOtherPlan ? (
          <OtherPlan />
        ) : (
          <LoadingButton
            variant={withTrial ? 'default' : 'filled'}
            loading={checkout.starting === false}
            loadingLabel={strings.opening}
            onClick={() => checkout.start(false)}
          >
            {strings.subscribe}
          </LoadingButton>
        )}
        {withTrial ? (
          <LoadingButton
            loading={checkout.starting === true}
            loadingLabel={strings.opening}
            onClick={() => checkout.start(true)}
          >
            {strings.startTrial}
          </LoadingButton>
        ) : null}
      </div>
      {checkout.error ? (
        <div className={styles.problem}>
          <ErrorBox what={describeError(checkout.error, failed)} requestId={requestIdOf(checkout.error)} />
        </div>
      ) : null}
    </>
  );
}
