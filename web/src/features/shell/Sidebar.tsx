import { isFreeTier } from '@drumbeat/contract/billing/billing.rules.ts';
import type { User } from '@drumbeat/contract/users/users.ts';
import { useQuery } from '@tanstack/react-query';
import {
  CalendarDays,
  FileText,
  LogOut,
  type LucideIcon,
  Settings,
  Shield,
  Tag,
  UserRound,
  Wrench,
  X,
} from 'lucide-react';
import { type MouseEvent, type RefObject, useEffect, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { accountsQuery, useUser } from '../../api/query.ts';
import { type LegalState, paths } from '../../base/paths.ts';
import { Logo } from '../../ui/layout/Logo.tsx';
import { useSignOut } from '../auth/useSignOut.ts';
import { useIsStaff } from '../console/staff.query.ts';
import parts from './parts.module.css';
import styles from './Sidebar.module.css';
import { strings } from './shell.strings.ts';

function Avatar({ src }: { src: string | null }) {
  const [broken, setBroken] = useState<string | null>(null);
  if (!src || broken === src) {
    return (
      <span className={parts.avatar}>
        <UserRound size={16} aria-hidden />
      </span>
    );
  }
  return (
    <img className={parts.avatar} src={src} alt="" width={32} height={32} onError={() => setBroken(src)} />
  );
}

/** The avatar (the selected X account's, else the person's own, else an icon) and the email address. */
function Whoami({ user }: { user: User }) {
  const { data } = useQuery({ ...accountsQuery, enabled: user.emailVerifiedAt !== null });
  const selected = data?.accounts.find((account) => account.selected);
  return (
    <div className={parts.whoami}>
      <Avatar src={selected?.profile_image_url ?? user.profilePicture} />
      <span className={parts.email} title={user.email}>
        {user.email}
      </span>
    </div>
  );
}

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

/** The sidebar as a sheet from the left. The native dialog traps focus, closes on Escape and restores focus. */
export function MobileMenu({ ref }: { ref: RefObject<HTMLDialogElement | null> }) {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes whenever a navigation has happened
  useEffect(() => ref.current?.close(), [ref, key]);
  function closeOnBackdrop(event: MouseEvent<HTMLDialogElement>): void {
    if (event.target === event.currentTarget) event.currentTarget.close();
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes it with Escape, which the element brings along
    <dialog ref={ref} className={parts.menu} aria-label={strings.menu} onClick={closeOnBackdrop}>
      <div className={parts.sheet}>
        <button
          type="button"
          className={parts.close}
          onClick={() => ref.current?.close()}
          aria-label={strings.closeMenu}
        >
          <X size={22} aria-hidden />
        </button>
        <Sidebar />
      </div>
    </dialog>
  );
}
