import { Link } from 'react-router';
import { paths } from '../../app/paths.ts';
import { SUPPORT_EMAIL } from '../../app/support.ts';
import { Logo } from '../../ui/Logo.tsx';
import styles from './landing.module.css';
import { strings } from './landing.strings.ts';

export function Footer() {
  return (
    <footer className={styles.footer}>
      <Logo size={20} />
      <nav aria-label="Legal and support">
        <Link to={paths.terms}>{strings.terms}</Link>
        <Link to={paths.privacy}>{strings.privacy}</Link>
        <a href={`mailto:${SUPPORT_EMAIL}`}>{strings.support}</a>
      </nav>
    </footer>
  );
}
