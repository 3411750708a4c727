/** Previous page, current page, next page. Renders nothing if there is only one page. */
import { POSTS_PAGE_SIZE } from '@drumbeat/contract/posts/posts.rules.ts';
import { ActionIcon } from '@mantine/core';
import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react';
import styles from './list.module.css';

type Props = { page: number; pages: number; total: number; onPage: (page: number) => void };

export function Pager({ page, pages, total, onPage }: Props) {
  if (pages === 1) return null;
  const first = (page - 1) * POSTS_PAGE_SIZE + 1;
  const last = Math.min(page * POSTS_PAGE_SIZE, total);
  return (
    <nav className={styles.pager} aria-label="Pages of posts">
      <p className={styles.where} role="status">
        {first}–{last} of {total}
      </p>
      <Step label="Previous page" Icon={ChevronLeft} off={page === 1} onPress={() => onPage(page - 1)} />
      <span className={styles.page}>
        Page {page} of {pages}
      </span>
      <Step label="Next page" Icon={ChevronRight} off={page === pages} onPress={() => onPage(page + 1)} />
    </nav>
  );
}

type StepProps = { label: string; Icon: LucideIcon; off: boolean; onPress: () => void };

/** At the end it is marked as disabled but keeps focus, which a truly disabled button would lose. */
function Step({ label, Icon, off, onPress }: StepProps) {
  return (
    <ActionIcon
      variant="default"
      size={44}
      className={styles.step ?? ''}
      aria-label={label}
      aria-disabled={off || undefined}
      onClick={() => (off ? undefined : onPress())}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  );
}
