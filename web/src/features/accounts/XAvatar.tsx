/** The picture of an X account, or its first letter. Decorative, because the name is next to it. */
import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';
import { useState } from 'react';
import styles from './accounts.module.css';

type Props = { account: Pick<XAccount, 'username' | 'profile_image_url'>; size?: number };

export function XAvatar({ account, size = 24 }: Props) {
  const [broken, setBroken] = useState<string | null>(null);
  const src = account.profile_image_url;
  const style = { width: size, height: size, fontSize: size * 0.45 };
  return (
    <span className={styles.avatar} style={style} aria-hidden>
      {src && src !== broken ? (
        <img src={src} alt="" width={size} height={size} onError={() => setBroken(src)} />
      ) : (
        account.username.slice(0, 1).toUpperCase()
      )}
    </span>
  );
}
