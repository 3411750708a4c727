import authStyles from '../../features/auth/auth.module.css';
import { strings } from '../../features/auth/auth.strings.ts';
import { Skeleton } from '../../ui/feedback/Skeletons.tsx';
import { Logo } from '../../ui/layout/Logo.tsx';
import styles from './documents.module.css';

/**
 * The sign-in screen before its code has loaded. `head.ts` decides between sign-in and sign-up; the form for
 * a new password has no title.
 */
export function AuthBoot({ titled = false }: { titled?: boolean }) {
  return (
    <main className={authStyles.screen}>
      <span className={authStyles.brand}>
        <Logo size={28} />
      </span>
      <div className={authStyles.card}>
        {titled ? (
          <div className={authStyles.heading}>
            <h1 className={styles.forSignIn}>{strings.signInTitle}</h1>
            <h1 className={styles.forSignUp}>{strings.signUpTitle}</h1>
          </div>
        ) : null}
        <div className={authStyles.form} role="status" aria-label="Loading">
          <Field />
          <Field />
          <Skeleton height={44} />
        </div>
      </div>
    </main>
  );
}

function Field() {
  return (
    <span className={styles.field}>
      <Skeleton height={14} width={72} />
      <span className={styles.box} />
    </span>
  );
}
