import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { authThen, paths } from '../../base/paths.ts';
import { LinkButton } from '../../ui/buttons/PlainButton.tsx';
import { Logo } from '../../ui/layout/Logo.tsx';
import styles from './shell.module.css';

export function VisitorFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <header className={styles.header}>
        <Link to={paths.landing} className={styles.brand}>
          <Logo />
        </Link>
        <LinkButton to={authThen(paths.products)} look="outline">
          Sign In
        </LinkButton>
      </header>
      <main>{children}</main>
    </>
  );
}
