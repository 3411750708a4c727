import { passwordLacks } from '@drumbeat/contract/auth.rules.ts';
import { Check } from 'lucide-react';
import { strings } from './auth.strings.ts';
import styles from './PasswordLacks.module.css';

/** Every demand that a typical password may miss; the upper limit is only told when it is passed. */
const demands = passwordLacks('');

/** What the password still lacks, live: each demand is ticked off as it is met. Nothing moves while it changes. */
export function PasswordLacks({ id, password }: { id: string; password: string }) {
  const lacks = passwordLacks(password);
  const all = [...new Set([...demands, ...lacks])];
  return (
    <div id={id}>
      <p className="visually-hidden">{strings.passwordLacks}</p>
      <ul className={styles.list}>
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
