import authStyles from '../../features/auth/auth.module.css';
import { strings } from '../../features/auth/auth.strings.ts';
import shell from '../../features/shell/Shell.module.css';
import sidebar from '../../features/shell/Sidebar.module.css';
import { Skeleton } from '../../ui/feedback/Skeletons.tsx';
import { Spinner } from '../../ui/feedback/Spinner.tsx';
import { Logo } from '../../ui/layout/Logo.tsx';
import page from '../../ui/layout/Page.module.css';
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

/**
 * The frame of the signed-in screens before their code has loaded. Visitors see the logo instead, because
 * they are redirected or get another frame.
 */
export function ShellBoot({ title }: { title?: string }) {
  return (
    <>
      <div className={styles.forVisitors}>
        <MarkBoot />
      </div>
      <div className={styles.forSignedIn} role="status" aria-label="Loading">
        <div className={shell.shell}>
          <div className={shell.topbar}>
            <span className={shell.menuButton} />
            <Logo size={22} />
          </div>
          <div className={shell.aside}>
            <div className={sidebar.sidebar}>
              <span className={sidebar.brand}>
                <Logo />
              </span>
            </div>
          </div>
          <div className={shell.main}>
            <div className={title ? page.page : `${page.page} ${page.dense}`}>
              {title ? <h1>{title}</h1> : null}
              <Card lines={2} />
              <Card lines={6} />
            </div>
          </div>
        </div>
      </div>
    </>
  );
}

function Card({ lines }: { lines: number }) {
  return (
    <div className={styles.card}>
      <Skeleton height={18} width={160} />
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines keep their places
        <Skeleton key={line} height={12} width={`${90 - ((line * 23) % 40)}%`} />
      ))}
    </div>
  );
}

/** For screens whose layout is not known before their code has loaded: only the logo. */
export function MarkBoot() {
  return <Spinner now />;
}
