import shell from '../../features/shell/Shell.module.css';
import sidebar from '../../features/shell/Sidebar.module.css';
import { Skeleton } from '../../ui/feedback/Skeletons.tsx';
import { Logo } from '../../ui/layout/Logo.tsx';
import page from '../../ui/layout/Page.module.css';
import styles from './documents.module.css';
import { MarkBoot } from './MarkBoot.tsx';

/**
 * The frame of the signed-in screens before their code has loaded. Visitors see the logo instead, because
 * they are redirected or get another frame.
 */
export function ShellBoot({ title }: { title?: string }) {
  return (
    <>
      <div className={styles.forVisitors}>
        <MarkBoot />
      </div>
      <div className={styles.forSignedIn} role="status" aria-label="Loading">
        <div className={shell.shell}>
          <div className={shell.topbar}>
            <span className={shell.menuButton} />
            <Logo size={22} />
          </div>
          <div className={shell.aside}>
            <div className={sidebar.sidebar}>
              <span className={sidebar.brand}>
                <Logo />
              </span>
            </div>
          </div>
          <div className={shell.main}>
            <div className={title ? page.page : `${page.page} ${page.dense}`}>
              {title ? <h1>{title}</h1> : null}
              <Card lines={2} />
              <Card lines={6} />
            </div>
          </div>
        </div>
      </div>
    </>
  );
}

function Card({ lines }: { lines: number }) {
  return (
    <div className={styles.card}>
      <Skeleton height={18} width={160} />
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines keep their places
        <Skeleton key={line} height={12} width={`${90 - ((line * 23) % 40)}%`} />
      ))}
    </div>
  );
}
