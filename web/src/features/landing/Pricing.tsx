import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import { call } from '../../api/client.ts';
import { paths, signUpState } from '../../base/paths.ts';
import { buttonClasses } from '../../ui/button-look.ts';
import { Leave } from './Leave.tsx';
import { strings } from './landing.strings.ts';
import { type LandingPlan, landingPlans } from './landing-plans.ts';
import styles from './Pricing.module.css';

/** The plans of the catalogue; none until it has loaded, or if it cannot. */
function usePlans(): LandingPlan[] {
  const [plans, setPlans] = useState<LandingPlan[]>([]);
  useEffect(() => {
    const leaving = new AbortController();
    call('GET /api/products', {}, { signal: leaving.signal }).then(
      ({ products }) => setPlans(landingPlans(products)),
      () => undefined,
    );
    return () => leaving.abort();
  }, []);
  return plans;
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
  const offered = usePlans();
  const cheapest = offered.find(({ isFree }) => !isFree);
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
          <Leave to={paths.auth} state={signUpState} className={buttonClasses({})}>
            {trial.button}
          </Leave>
        </article>
        <article className={styles.card}>
          <h3>{plans.title}</h3>
          <p className={styles.price}>{cheapest ? plans.from(cheapest.price) : plans.fromUnknown}</p>
          <ul className={styles.plans} aria-label={plans.list}>
            {offered.map(({ name, price, gives }) => (
              <li key={name}>
                <span>{name}</span>
                <span className="tabular">{price}</span>
                <span className={styles.gives}>{gives}</span>
              </li>
            ))}
          </ul>
          <Points of={plans.points} />
          <Leave to={paths.products} className={buttonClasses({ look: 'outline' })}>
            {plans.button}
          </Leave>
        </article>
      </div>
    </section>
  );
}
