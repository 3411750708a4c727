import { isFreeTier } from '@drumbeat/contract/billing/billing.rules.ts';
import { CalendarDays, FileText, LogOut, type LucideIcon, Settings, Shield, Tag, Wrench } from 'lucide-react';
import { Link, NavLink } from 'react-router';
import { useUser } from '../../api/query.ts';
import { type LegalState, paths } from '../../base/paths.ts';
import { Logo } from '../../ui/layout/Logo.tsx';
import { useSignOut } from '../auth/useSignOut.ts';
import { useIsStaff } from '../console/staff.query.ts';
import styles from './Sidebar.module.css';
import { strings } from './shell.strings.ts';
import { Whoami } from './Whoami.tsx';

type EntryProps = { to: string; Icon: LucideIcon; label: string; beckons?: boolean; state?: object };

function Entry({ to, Icon, label, beckons = false, state }: EntryProps) {
  return (
    <li>
      <NavLink
        to={to}
        {...(state ? { state } : {})}
        className={`${styles.entry} ${beckons ? styles.beckons : ''}`}
        title={beckons ? strings.upgrade : undefined}
      >
        <Icon size={18} aria-hidden />
        {label}
      </NavLink>
    </li>
  );
}

const fromHome: LegalState = { returnTo: 'home' };

/** The navigation, with the signed-in person at the bottom. Used in the column and in the slide-in menu. */
export function Sidebar() {
  const { data: user } = useUser();
  const signOut = useSignOut();
  const isStaff = useIsStaff();
  return (
    <nav className={styles.sidebar} aria-label="Main">
      <Link to={paths.dashboard} className={styles.brand}>
        <Logo />
      </Link>
      <ul className={styles.entries}>
        <Entry to={paths.dashboard} Icon={CalendarDays} label={strings.dashboard} />
        <Entry to={paths.settings} Icon={Settings} label={strings.settings} />
        <Entry to={paths.products} Icon={Tag} label={strings.products} beckons={!!user && isFreeTier(user)} />
        {isStaff ? <Entry to={paths.admin} Icon={Wrench} label={strings.admin} /> : null}
      </ul>
      <ul className={`${styles.entries} ${styles.quiet}`}>
        <Entry to={paths.terms} Icon={FileText} label={strings.terms} state={fromHome} />
        <Entry to={paths.privacy} Icon={Shield} label={strings.privacy} state={fromHome} />
        <li>
          <button type="button" className={styles.entry} onClick={() => void signOut(paths.landing)}>
            <LogOut size={18} aria-hidden />
            {strings.logout}
          </button>
        </li>
      </ul>
      {user ? <Whoami user={user} /> : <div className={styles.whoamiSpace} />}
    </nav>
  );
}
