import { passwordLacks } from '@drumbeat/contract/auth/password.rules.ts';
import { Check } from 'lucide-react';
import { type RefObject, useEffect, useId } from 'react';
import styles from './auth.module.css';
import { strings } from './auth.strings.ts';
import { SecretInput } from './SecretInput.tsx';

type Field = {
  label: string;
  value: string;
  onChange: (text: string) => void;
  field: RefObject<HTMLInputElement | null>;
};

/** The requirements that are always listed; the maximum length is only shown when exceeded. */
const demands = passwordLacks('');

/** The fields for a new password and its confirmation, with the requirements that are not met yet. */
export function NewPassword({
  fresh,
  again,
  focus = false,
}: {
  fresh: Field;
  again: Field;
  focus?: boolean;
}) {
  const lacksId = useId();
  const { field } = fresh;
  // The dialog could not focus a field on opening, because the link was still being checked.
  useEffect(() => {
    if (focus) field.current?.focus();
  }, [focus, field]);
  return (
    <>
      <div>
        <SecretInput
          ref={fresh.field}
          label={fresh.label}
          autoComplete="new-password"
          value={fresh.value}
          onChange={(event) => fresh.onChange(event.currentTarget.value)}
          describedBy={lacksId}
        />
        <PasswordLacks id={lacksId} password={fresh.value} />
      </div>
      <SecretInput
        ref={again.field}
        label={again.label}
        autoComplete="new-password"
        value={again.value}
        onChange={(event) => again.onChange(event.currentTarget.value)}
      />
    </>
  );
}

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
