/** Previous page, current page, next page. Draws nothing if there is one page only. */

import { POSTS_PAGE_SIZE } from '@drumbeat/contract/posts.rules.ts';
import { ActionIcon } from '@mantine/core';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import styles from './Pager.module.css';

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
      <ActionIcon
        variant="default"
        size={44}
        aria-label="Previous page"
        disabled={page === 1}
        onClick={() => onPage(page - 1)}
      >
        <ChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <span className={styles.page}>
        Page {page} of {pages}
      </span>
      <ActionIcon
        variant="default"
        size={44}
        aria-label="Next page"
        disabled={page === pages}
        onClick={() => onPage(page + 1)}
      >
        <ChevronRight size={18} aria-hidden />
      </ActionIcon>
    </nav>
  );
}
