import { Button, NativeSelect } from '@mantine/core';
import styles from './list.module.css';

type Props = {
  /** What is listed, for the label of the select: 'users'. */
  what: string;
  page: number;
  nextPage: number | null;
  onPage: (page: number) => void;
  sizes: readonly number[];
  size: number;
  onSize: (size: number) => void;
};

/** Page navigation of a list, and its page size. */
export function Pager({ what, page, nextPage, onPage, sizes, size, onSize }: Props) {
  return (
    <div className={styles.pager}>
      <NativeSelect
        aria-label={`How many ${what} a page`}
        size="xs"
        data={sizes.map((each) => ({ value: String(each), label: `${each} a page` }))}
        value={String(size)}
        onChange={(event) => onSize(Number(event.currentTarget.value))}
      />
      <span className={styles.page}>Page {page}</span>
      <Button size="xs" variant="default" disabled={page === 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={nextPage === null}
        onClick={() => onPage(nextPage ?? page)}
      >
        Next
      </Button>
    </div>
  );
}
