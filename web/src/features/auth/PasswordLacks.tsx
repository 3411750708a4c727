import { passwordLacks } from '@drumbeat/contract/auth/auth.rules.ts';
import { Check } from 'lucide-react';
import styles from './auth.module.css';
import { strings } from './auth.strings.ts';

/** The requirements that are always listed; the maximum length is only shown when exceeded. */
const demands = passwordLacks('');

/** The password's requirements, ticked as they are met. The layout does not shift while they change. */
export function PasswordLacks({ id, password }: { id: string; password: string }) {
  const lacks = passwordLacks(password);
  const all = [...new Set([...demands, ...lacks])];
  return (
    <div id={id}>
      <p className="visually-hidden">{strings.passwordLacks}</p>
      <ul className={styles.passwordLacksList}>
        {all.map((demand) => {
          const met = !lacks.includes(demand);
          return (
            <li key={demand} className={met ? styles.met : undefined}>
              <span className={styles.mark} aria-hidden>
                {met ? <Check size={12} strokeWidth={3} /> : null}
              </span>
              {demand}
              {met ? <span className="visually-hidden"> (met)</span> : null}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
