import { Menu } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useUser } from '../../api/query.ts';
import { Logo } from '../../ui/layout/Logo.tsx';
import { UpcomingMaintenance } from '../maintenance/UpcomingMaintenance.tsx';
import { VerificationBanner } from '../verify-email/VerificationBanner.tsx';
import { MobileMenu } from './MobileMenu.tsx';
import styles from './Shell.module.css';
import { Sidebar } from './Sidebar.tsx';
import { strings } from './shell.strings.ts';

export function SignedInShell({ children }: { children: ReactNode }) {
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
