import { formatPrice, listedPrices } from '@drumbeat/contract/billing.rules.ts';
import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { call } from '../../api/client.ts';
import { queryKeys } from '../../api/query.ts';
import { paths, signUpState } from '../../app/paths.ts';
import { LinkButton } from '../../ui/PlainButton.tsx';
import { strings } from './landing.strings.ts';
import styles from './Pricing.module.css';

/** The cheapest paid price as the catalogue has it now; undefined until, or unless, it is known. */
function useLowestPrice(): string | undefined {
  const { data } = useQuery({
    queryKey: queryKeys.products,
    queryFn: ({ signal }) => call('GET /api/products', {}, { signal }),
  });
  const paid = data?.products
    .flatMap(listedPrices)
    .filter((price) => price.unit_amount > 0)
    .sort((a, b) => a.unit_amount - b.unit_amount)[0];
  return paid && formatPrice(paid);
}

function Points({ of }: { of: readonly string[] }) {
  return (
    <ul className={styles.points}>
      {of.map((point) => (
        <li key={point}>
          <Check size={16} aria-hidden />
          {point}
        </li>
      ))}
    </ul>
  );
}

export function Pricing() {
  const { trial, plans } = strings;
  const lowest = useLowestPrice();
  return (
    <section className={styles.pricing} aria-labelledby="pricing">
      <div>
        <h2 id="pricing">{strings.pricingTitle}</h2>
        <p className={styles.lead}>{strings.pricingLead}</p>
      </div>
      <div className={styles.cards}>
        <article className={styles.card}>
          <h3>{trial.title}</h3>
          <p className={styles.price}>{trial.price}</p>
          <Points of={trial.points} />
          <LinkButton to={paths.auth} state={signUpState}>
            {trial.button}
          </LinkButton>
        </article>
        <article className={styles.card}>
          <h3>{plans.title}</h3>
          <p className={styles.price}>{lowest ? plans.from(lowest) : plans.fromUnknown}</p>
          <Points of={plans.points} />
          <LinkButton to={paths.products} look="outline">
            {plans.button}
          </LinkButton>
        </article>
      </div>
    </section>
  );
}
