import { useCurrentUser } from '../../../api/query.ts';
import { rowsOf, usePages } from '../../../api/usePages.ts';
import { Section } from '../../../ui/layout/Section.tsx';
import { TimeText } from '../../../ui/time/TimeText.tsx';
import { DataTable } from '../../console/list/DataTable.tsx';
import { ListState } from '../../console/list/ListState.tsx';
import { LoadMore } from '../../console/list/LoadMore.tsx';
import { useSensitive } from '../../console/sensitive.ts';
import { CustomerLetter } from './CustomerLetter.tsx';
import type { TabProps } from './customer.rules.ts';
import { strings } from './customer.strings.ts';

export function EmailsTab({ user }: TabProps) {
  return (
    <>
      <CustomerLetter id={user.id} mayMarket={user.email_consent} />
      <Log id={user.id} />
    </>
  );
}

function Log({ id }: { id: string }) {
  const { timeZone } = useCurrentUser();
  const sensitive = useSensitive();
  const list = usePages('GET /api/admin/users/:id/emails', {
    first: 1,
    input: (page) => ({ params: { id }, query: { sensitive, page } }),
    next: ({ nextPage }) => nextPage,
  });
  const rows = rowsOf(list.data?.pages, ({ emails }) => emails);
  return (
    <Section title={strings.emails}>
      <ListState
        list={list}
        count={rows?.length}
        failed={strings.emailsFailed}
        loading="Loading the emails"
        none={strings.noEmails}
      >
        <DataTable
          label={strings.emails}
          rows={rows ?? []}
          rowKey={(email) => email.id}
          columns={[
            { name: 'Type', cell: (email) => email.type },
            { name: 'Subject', cell: ({ meta }) => meta.subject ?? '–' },
            { name: 'To', cell: ({ meta }) => meta.recipient },
            { name: 'Queued', cell: ({ meta }) => <TimeText iso={meta.queued_at} timeZone={timeZone} /> },
            {
              name: 'Sent',
              cell: (email) =>
                email.sent_at === null ? '–' : <TimeText iso={email.sent_at} timeZone={timeZone} />,
            },
            {
              name: 'Status',
              cell: ({ meta }) => (meta.last_error ? `${meta.status}: ${meta.last_error}` : meta.status),
            },
          ]}
        />
      </ListState>
      <LoadMore hasMore={list.hasNextPage} isLoading={list.isFetchingNextPage} onMore={list.fetchNextPage} />
    </Section>
  );
}
