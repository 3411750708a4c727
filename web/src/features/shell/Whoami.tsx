import type { User } from '@drumbeat/contract/users/users.ts';
import { useQuery } from '@tanstack/react-query';
import { UserRound } from 'lucide-react';
import { useState } from 'react';
import { accountsQuery } from '../../api/query.ts';
import styles from './shell.module.css';

function Avatar({ src }: { src: string | null }) {
  const [broken, setBroken] = useState<string | null>(null);
  if (!src || broken === src) {
    return (
      <span className={styles.avatar}>
        <UserRound size={16} aria-hidden />
      </span>
    );
  }
  return (
    <img className={styles.avatar} src={src} alt="" width={32} height={32} onError={() => setBroken(src)} />
  );
}

/** The avatar (the selected X account's, else the person's own, else an icon) and the email address. */
export function Whoami({ user }: { user: User }) {
  const { data } = useQuery({ ...accountsQuery, enabled: user.emailVerifiedAt !== null });
  const selected = data?.accounts.find((account) => account.selected);
  return (
    <div className={styles.whoami}>
      <Avatar src={selected?.profile_image_url ?? user.profilePicture} />
      <span className={styles.email} title={user.email}>
        {user.email}
      </span>
    </div>
  );
}
