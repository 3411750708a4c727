import { Check, Plus } from 'lucide-react';
import type { PlanFeatures } from './features.rules.ts';
import styles from './products.module.css';
import { strings } from './products.strings.ts';

/** What a plan includes: two facts that every plan has, then what it adds to the previous plan. */
export function FeatureList({ features: { facts, includes, more } }: { features: PlanFeatures }) {
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
