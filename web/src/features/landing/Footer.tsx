import { paths } from '../../base/paths.ts';
import { SUPPORT_EMAIL } from '../../base/support.ts';
import { Logo } from '../../ui/Logo.tsx';
import { Leave } from './Leave.tsx';
import styles from './landing.module.css';
import { strings } from './landing.strings.ts';

export function Footer() {
  return (
    <footer className={styles.footer}>
      <div className={styles.about}>
        <Logo size={20} />
        <p>
          {strings.about}
          {SUPPORT_EMAIL ? (
            <>
              {' '}
              {strings.write} <a href={`mailto:${SUPPORT_EMAIL}`}>{SUPPORT_EMAIL}</a>.
            </>
          ) : null}
        </p>
      </div>
      <nav aria-label="Legal and support">
        <Leave to={paths.terms}>{strings.terms}</Leave>
        <Leave to={paths.privacy}>{strings.privacy}</Leave>
        <a href={`mailto:${SUPPORT_EMAIL}`}>{strings.support}</a>
      </nav>
    </footer>
  );
}
