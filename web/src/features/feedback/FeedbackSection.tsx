import type { FeedbackRecord } from '@drumbeat/contract/feedback/feedback.admin.ts';
import {
  FEEDBACK_SEARCH_MIN,
  type FeedbackCategory,
  feedbackCategories,
} from '@drumbeat/contract/feedback/feedback.rules.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import { useCurrentUser } from '../../api/query.ts';
import { rowsOf, usePages } from '../../api/usePages.ts';
import { customerPath } from '../../base/paths.ts';
import { LinkButton } from '../../ui/buttons/PlainButton.tsx';
import { RequestId } from '../../ui/feedback/RequestId.tsx';
import { TimeText } from '../../ui/time/TimeText.tsx';
import { Facts } from '../console/Facts.tsx';
import { DataTable } from '../console/list/DataTable.tsx';
import { digitsOf } from '../console/list/digits.ts';
import { Filters } from '../console/list/Filters.tsx';
import { ListState } from '../console/list/ListState.tsx';
import { LoadMore } from '../console/list/LoadMore.tsx';
import { SearchField } from '../console/list/SearchField.tsx';
import { useFilters } from '../console/list/useFilters.ts';
import { SidePanel } from '../console/SidePanel.tsx';
import { useSensitive } from '../console/sensitive.ts';
import styles from './feedback.module.css';

const strings = {
  search: 'Search',
  tooShort: 'Type at least 3 characters.',
  category: 'Category',
  all: 'All',
  minRating: 'Minimum rating',
  maxRating: 'Maximum rating',
  table: 'Feedback',
  loading: 'Loading feedback',
  none: 'No feedback matches.',
  failed: 'Failed to load feedback',
  openCustomer: 'Open customer',
} as const;

const categoryNames: Readonly<Record<FeedbackCategory, string>> = {
  general: 'General',
  feature: 'Feature',
  bug: 'Bug',
  other: 'Other',
};

/** One message in full, with its page, its request, and a link to the customer. */
function FeedbackPanel({ row, onClose }: { row: FeedbackRecord; onClose: () => void }) {
  const { timeZone } = useCurrentUser();
  return (
    <SidePanel
      opened
      title={row.user_email}
      onClose={onClose}
      footer={
        <LinkButton to={customerPath(row.user_id)} look="primary">
          {strings.openCustomer}
        </LinkButton>
      }
    >
      <p className={styles.message}>{row.message}</p>
      <Facts
        facts={[
          ['Category', categoryNames[row.category]],
          ['Rating', row.rating === null ? 'None' : `${row.rating} of 5`],
          ['Page', row.page_path],
          ['Received', <TimeText key="at" iso={row.created_at} timeZone={timeZone} />],
        ]}
      />
      <RequestId id={row.request_id} />
    </SidePanel>
  );
}

/** How many characters of a message its row shows. */
const SHOWN = 120;

/** Feedback from customers, newest first. */
export function FeedbackSection() {
  const [filters, setFilters] = useFilters('feedback', {
    q: '',
    category: '',
    min: '',
    max: '',
    message: '',
  });
  const isShort = filters.q.length > 0 && filters.q.length < FEEDBACK_SEARCH_MIN;
  const list = useFeedback(filters, !isShort);
  const { timeZone } = useCurrentUser();
  const rows = rowsOf(list.data?.pages, ({ feedback }) => feedback);
  const opened = rows?.find(({ id }) => id === filters.message);
  return (
    <>
      <Filters>
        <SearchField
          label={strings.search}
          value={filters.q}
          onSearch={(q) => setFilters({ q })}
          error={isShort ? strings.tooShort : null}
        />
        <NativeSelect
          size="xs"
          label={strings.category}
          data={[
            { value: '', label: strings.all },
            ...feedbackCategories.map((value) => ({ value, label: categoryNames[value] })),
          ]}
          value={filters.category}
          onChange={(event) => setFilters({ category: event.currentTarget.value })}
        />
        <Rating label={strings.minRating} value={filters.min} onChange={(min) => setFilters({ min })} />
        <Rating label={strings.maxRating} value={filters.max} onChange={(max) => setFilters({ max })} />
      </Filters>
      <ListState
        list={list}
        count={rows?.length}
        failed={strings.failed}
        loading={strings.loading}
        none={strings.none}
      >
        <DataTable
          label={strings.table}
          rows={rows ?? []}
          rowKey={({ id }) => id}
          openKey={filters.message}
          onOpen={({ id }) => setFilters({ message: id })}
          columns={[
            { name: 'Email', cell: (row) => row.user_email },
            { name: 'Category', cell: (row) => categoryNames[row.category] },
            { name: 'Rating', cell: (row) => row.rating ?? '–', isFigure: true },
            { name: 'Message', cell: (row) => shortened(row.message) },
            { name: 'Received', cell: (row) => <TimeText iso={row.created_at} timeZone={timeZone} /> },
          ]}
        />
      </ListState>
      <LoadMore hasMore={list.hasNextPage} isLoading={list.isFetchingNextPage} onMore={list.fetchNextPage} />
      {opened ? <FeedbackPanel row={opened} onClose={() => setFilters({ message: '' })} /> : null}
    </>
  );
}

function useFeedback(
  { q, category, min, max }: Record<'q' | 'category' | 'min' | 'max', string>,
  isOn: boolean,
) {
  const sensitive = useSensitive();
  const known = feedbackCategories.find((each) => each === category);
  const query = {
    q,
    ...(known ? { category: known } : {}),
    ...(min ? { min_rating: min } : {}),
    ...(max ? { max_rating: max } : {}),
    sensitive,
  };
  return usePages('GET /api/admin/feedback', {
    first: 1,
    input: (page) => ({ query: { ...query, page } }),
    next: ({ nextPage }) => nextPage,
    enabled: isOn,
  });
}

function Rating(props: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <TextInput
      size="xs"
      label={props.label}
      placeholder="1 to 5"
      inputMode="numeric"
      maxLength={1}
      value={props.value}
      onChange={(event) => props.onChange(digitsOf(event.currentTarget.value))}
    />
  );
}

function shortened(message: string): string {
  return message.length > SHOWN ? `${message.slice(0, SHOWN)}…` : message;
}
