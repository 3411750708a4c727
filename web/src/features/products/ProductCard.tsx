import type { Price, Product } from '@drumbeat/contract/billing.entities.ts';
import { formatPrice, listedPrices } from '@drumbeat/contract/billing.rules.ts';
import type { User } from '@drumbeat/contract/users.ts';
import { Check } from 'lucide-react';
import { LoadingButton } from '../../ui/LoadingButton.tsx';
import styles from './products.module.css';
import { planFeatures, trialDays } from './products.rules.ts';
import { strings } from './products.strings.ts';
import type { useChoose } from './useChoose.ts';

type Props = {
  product: Product;
  user: User | undefined;
  choosing: ReturnType<typeof useChoose>;
  /** Id of the one price whose button is the page's primary action. */
  suggested: string | undefined;
};

/** '$7.00 USD / month' with the amount large and the rest small; one text for screen readers. */
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

function PriceCard({ price, ...props }: Props & { price: Price }) {
  const { product, user, choosing, suggested } = props;
  const trial = trialDays(product, price, user);
  const label = choosing.changes ? strings.changePlan : strings.choose;
  return (
    <li className={styles.priceCard}>
      <PriceTag price={price} />
      <p className={styles.trial}>{trial > 0 ? strings.trial(trial) : ''}</p>
      <ul className={styles.features}>
        {planFeatures(product, price).map((feature) => (
          <li key={feature}>
            <Check size={16} aria-hidden />
            {feature}
          </li>
        ))}
      </ul>
      <LoadingButton
        fullWidth
        variant={price.id === suggested ? 'filled' : 'default'}
        aria-label={`${label}: ${product.name}, ${formatPrice(price)}`}
        loading={choosing.leavingFor === price.id}
        loadingLabel={strings.working}
        disabled={choosing.leavingFor !== undefined && choosing.leavingFor !== price.id}
        onClick={() => choosing.choose(price)}
      >
        {label}
      </LoadingButton>
    </li>
  );
}

export function ProductCard(props: Props) {
  const { product, user } = props;
  const prices = listedPrices(product);
  const current = user?.activeProduct?.id === product.id;
  return (
    <li className={styles.product} data-several={prices.length > 1 || undefined} data-current={current}>
      <div className={styles.about}>
        <h2>
          {product.name}
          {current ? <span className={styles.current}>{strings.current}</span> : null}
        </h2>
        <p>{product.description}</p>
      </div>
      <ul className={styles.prices}>
        {prices.map((price) => (
          <PriceCard key={price.id} price={price} {...props} />
        ))}
      </ul>
    </li>
  );
}
