import type { Price, Product } from '@drumbeat/contract/billing/billing.entities.ts';
import { formatPrice, listedPrices } from '@drumbeat/contract/billing/billing.rules.ts';
import type { User } from '@drumbeat/contract/users/users.ts';
import { Check, Plus } from 'lucide-react';
import { useId } from 'react';
import { LoadingButton } from '../../ui/buttons/LoadingButton.tsx';
import { trialDays } from '../billing/prices.rules.ts';
import { type Cost, describeCost, yearlySaving } from './cost.rules.ts';
import { type PlanFeatures, planFeatures, planOf, productFeatures } from './features.rules.ts';
import styles from './products.module.css';
import { strings } from './products.strings.ts';
import type { useChoose } from './useChoose.ts';

/** What a plan includes: two facts that every plan has, then what it adds to the previous plan. */
function FeatureList({ features: { facts, includes, more } }: { features: PlanFeatures }) {
  const everything = includes ? strings.everythingIn(includes) : undefined;
  const Mark = includes ? Plus : Check;
  return (
    <div className={styles.features}>
      <ul>
        {facts.map((fact) => (
          <li key={fact}>
            <Check size={16} aria-hidden />
            {fact}
          </li>
        ))}
      </ul>
      {everything ? <p>{more.length > 0 ? strings.plus(everything) : everything}</p> : null}
      <ul>
        {more.map((line) => (
          <li key={line}>
            <Mark size={16} aria-hidden />
            {line}
          </li>
        ))}
      </ul>
    </div>
  );
}

type Props = {
  product: Product;
  /** The previous plan, which this one is compared with. */
  before: Product | undefined;
  user: User | undefined;
  choosing: ReturnType<typeof useChoose>;
  /** The id of the price whose button is the page's primary action. */
  suggested: string | undefined;
  /** The id of the person's current price. */
  current: string | undefined;
  costOf: (price: Price) => Cost;
  /** Formats an instant as a day in the person's zone. */
  dayOf: (at: number) => string;
};

/** '$7.00 USD / month' with a large amount and small units; read as one text by screen readers. */
function PriceTag({ price }: { price: Price }) {
  const text = formatPrice(price);
  const [amount] = text.split(' ', 1);
  return (
    <p className={`${styles.price} tabular`}>
      <strong>{amount}</strong>
      <span>{text.slice(amount?.length)}</span>
    </p>
  );
}

type PriceProps = Props & {
  price: Price;
  /** Its own features, if they differ from those of the product's other prices. */
  own: PlanFeatures | null;
  /** Whether to mark this price as the person's own; only if the product has several. */
  marked: boolean;
};

function PriceCard({ price, own, ...props }: PriceProps) {
  const { product, user, choosing, suggested } = props;
  const costId = useId();
  const trial = choosing.changes ? 0 : trialDays(product, price, user);
  const saving = yearlySaving(product, price);
  const label = choosing.changes ? strings.changePlan : strings.choose;
  return (
    <li className={styles.priceCard}>
      <PriceTag price={price} />
      <p className={styles.gains}>
        {props.marked ? <span className={styles.current}>{strings.current}</span> : null}
        {trial > 0 ? <span className={styles.trial}>{strings.trial(trial)}</span> : null}
        {saving > 0 ? <span className={styles.saving}>{strings.saves(saving)}</span> : null}
      </p>
      <LoadingButton
        fullWidth
        variant={price.id === suggested ? 'filled' : 'default'}
        aria-label={`${label}: ${product.name}, ${formatPrice(price)}`}
        aria-describedby={costId}
        loading={choosing.leavingFor === price.id}
        loadingLabel={strings.working}
        disabled={choosing.leavingFor !== undefined && choosing.leavingFor !== price.id}
        onClick={() => choosing.choose(price)}
      >
        {label}
      </LoadingButton>
      <p id={costId} className={styles.cost}>
        {describeCost(props.costOf(price), props.dayOf).map((sentence) => (
          <span key={sentence}>{sentence} </span>
        ))}
      </p>
      {own ? <FeatureList features={own} /> : null}
    </li>
  );
}

export function ProductCard(props: Props) {
  const { product, before, user, current } = props;
  const prices = listedPrices(product);
  const isCurrent = user?.activeProduct?.id === product.id;
  const marksPrice = prices.length > 1 && prices.some((price) => price.id === current);
  const shared = productFeatures(product, before);
  return (
    <li className={styles.product} data-current={isCurrent}>
      <div className={styles.about}>
        <h2>
          {product.name}
          {isCurrent && !marksPrice ? <span className={styles.current}>{strings.current}</span> : null}
        </h2>
        <p>{product.description}</p>
      </div>
      <ul className={styles.prices}>
        {prices.map((price) => {
          const own = shared ? null : planFeatures(planOf(product, price));
          const marked = marksPrice && price.id === current;
          return <PriceCard key={price.id} {...props} price={price} own={own} marked={marked} />;
        })}
      </ul>
      {shared ? <FeatureList features={shared} /> : null}
    </li>
  );
}
