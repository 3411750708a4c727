import { paths } from '../../base/paths.ts';
import { Logo } from '../../ui/layout/Logo.tsx';
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
          <span data-support="words" hidden>
            {' '}
            {strings.write}{' '}
            <a href="mailto:" data-support="address">
              {strings.support}
            </a>
            .
          </span>
        </p>
      </div>
      <nav aria-label="Legal and support">
        <Leave to={paths.terms}>{strings.terms}</Leave>
        <Leave to={paths.privacy}>{strings.privacy}</Leave>
        <a data-support="link" href="mailto:">
          {strings.support}
        </a>
      </nav>
    </footer>
  );
}
