import { Check } from 'lucide-react';
import type { AnchorHTMLAttributes } from 'react';
import { paths } from '../../base/paths.ts';
import { buttonClasses } from '../../ui/buttons/button-look.ts';
import { strings } from './landing.strings.ts';
import styles from './sections.module.css';

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  to: string;
  /** Opens the sign-up form of the sign-in screen; the URL does not change. */
  signUp?: boolean;
};

/** A link off the landing page, handled by `enlivenLanding`; without a script it is an ordinary link. */
export function Leave({ to, signUp = false, ...rest }: Props) {
  return <a {...rest} href={to} data-leave={signUp ? 'sign-up' : ''} />;
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

/** The pricing section without the plans; `fillPlans` adds them once they have loaded. */
export function Pricing() {
  const { trial, plans } = strings;
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
          <Leave to={paths.auth} signUp className={buttonClasses({})}>
            {trial.button}
          </Leave>
        </article>
        <article className={styles.card}>
          <h3>{plans.title}</h3>
          <p className={styles.price} data-price>
            {plans.fromUnknown}
          </p>
          <ul className={styles.plans} aria-label={plans.list} data-plans>
            <li hidden>
              <span />
              <span className="tabular" />
              <span className={styles.gives} />
            </li>
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
