import { Menu } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Link, Outlet } from 'react-router';
import { useUser } from '../../api/query.ts';
import { useToken } from '../../api/useToken.ts';
import { authThen, paths } from '../../base/paths.ts';
import { LinkButton } from '../../ui/buttons/PlainButton.tsx';
import { Logo } from '../../ui/layout/Logo.tsx';
import { UpcomingMaintenance } from '../maintenance/UpcomingMaintenance.tsx';
import { VerificationBanner } from '../verify-email/VerificationBanner.tsx';
import parts from './parts.module.css';
import styles from './Shell.module.css';
import { MobileMenu, Sidebar } from './Sidebar.tsx';
import { strings } from './shell.strings.ts';

function VisitorFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <header className={parts.header}>
        <Link to={paths.landing} className={parts.brand}>
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

function SignedInShell({ children }: { children: ReactNode }) {
  const menu = useRef<HTMLDialogElement>(null);
  const { data: user } = useUser();
  return (
    <div className={styles.shell}>
      <a href="#content" className={styles.skip}>
        {strings.skip}
      </a>
      <nav className={styles.topbar} aria-label={strings.menu}>
        <button
          type="button"
          className={styles.menuButton}
          onClick={() => menu.current?.showModal()}
          aria-label={strings.openMenu}
        >
          <Menu size={22} aria-hidden />
        </button>
        <Logo size={22} />
      </nav>
      <aside className={styles.aside}>
        <Sidebar />
      </aside>
      <MobileMenu ref={menu} />
      <main className={styles.main} id="content">
        <div className={styles.banners}>
          <UpcomingMaintenance timeZone={user?.timeZone} />
          {user && !user.emailVerifiedAt ? <VerificationBanner user={user} /> : null}
        </div>
        {children}
      </main>
    </div>
  );
}

/** The frame of the product's screens: sidebar and notices when signed in, a plain header for visitors. */
export function Shell() {
  const signedIn = useToken() !== null;
  return signedIn ? (
    <SignedInShell>
      <Outlet />
    </SignedInShell>
  ) : (
    <VisitorFrame>
      <Outlet />
    </VisitorFrame>
  );
}
