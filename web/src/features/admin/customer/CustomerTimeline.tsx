import type { CustomerEvent } from '@drumbeat/contract/admin/customer-timeline.ts';
import { timelineSources } from '@drumbeat/contract/admin/customers.rules.ts';
import { Button, NativeSelect } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { useCurrentUser } from '../../../api/query.ts';
import { usePages } from '../../../api/usePages.ts';
import { TimeText } from '../../../ui/time/TimeText.tsx';
import { ListState } from '../../console/list/ListState.tsx';
import { LoadMore } from '../../console/list/LoadMore.tsx';
import { useFilters } from '../../console/list/useFilters.ts';
import { useSensitive } from '../../console/sensitive.ts';
import { useMay } from '../../console/staff.query.ts';
import { useAsk } from './CustomerActions.tsx';
import styles from './customer.module.css';
import { eventDetails, eventTitle } from './customer.rules.ts';
import { sourceNames, strings } from './customer.strings.ts';

/** A customer's events, newest first, beside the tabs. Collapsible; on a phone it starts collapsed. */
export function CustomerTimeline({ id }: { id: string }) {
  const isWide = useMediaQuery('(min-width: 1180px)', true, { getInitialValueInEffect: false });
  const [isOpen, setOpen] = useState(isWide);
  return (
    <details
      className={`${styles.timeline} ${styles.fold}`}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <h2>{strings.timeline}</h2>
      </summary>
      {isOpen ? <Events id={id} /> : null}
    </details>
  );
}

function Events({ id }: { id: string }) {
  const [filters, setFilters] = useFilters('timeline', { source: '' });
  const sensitive = useSensitive();
  const source = timelineSources.find((each) => each === filters.source);
  const query = { sensitive, ...(source ? { source } : {}) };
  const list = usePages('GET /api/admin/users/:id/timeline', {
    first: '',
    input: (before) => ({ params: { id }, query: { ...query, ...(before ? { before } : {}) } }),
    next: ({ next }) => next,
  });
  const events = list.data?.pages.flatMap((page) => page.events);
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={strings.source}
        data={[
          { value: '', label: strings.everything },
          ...timelineSources.map((value) => ({ value, label: sourceNames[value] })),
        ]}
        value={filters.source}
        onChange={(event) => setFilters({ source: event.currentTarget.value })}
      />
      <ListState
        list={list}
        count={events?.length}
        failed={strings.timelineFailed}
        loading={strings.timelineLoading}
        none={strings.timelineEmpty}
      >
        <ol className={styles.events} aria-label={strings.timeline}>
          {events?.map((event) => (
            <Event key={event.id} id={id} event={event} />
          ))}
        </ol>
      </ListState>
      <LoadMore hasMore={list.hasNextPage} isLoading={list.isFetchingNextPage} onMore={list.fetchNextPage} />
    </>
  );
}

function Event({ id, event }: { id: string; event: CustomerEvent }) {
  const { timeZone } = useCurrentUser();
  const mayUndo = useMay('POST /api/admin/users/:id/undo');
  const ask = useAsk();
  const { change_id: changeId } = event;
  const details = eventDetails(event.details);
  return (
    <li>
      <div className={styles.what}>
        <span>{eventTitle(event)}</span>
        <span className={styles.when}>
          <TimeText iso={event.at} timeZone={timeZone} />
        </span>
      </div>
      <div className={styles.details}>
        {event.staff_id ? `Staff ${event.staff_id}${details ? ' · ' : ''}` : ''}
        {details}
      </div>
      {changeId && mayUndo ? (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={`${strings.undo}: ${eventTitle(event)}`}
          onClick={() =>
            ask({
              title: strings.undoTitle,
              thing: changeId,
              text: eventTitle(event),
              confirmLabel: strings.undo,
              fallback: strings.undoFailed,
              run: (reason) =>
                call('POST /api/admin/users/:id/undo', {
                  params: { id },
                  body: { change_id: changeId, reason },
                }),
            })
          }
        >
          {strings.undo}
        </Button>
      ) : null}
    </li>
  );
}
