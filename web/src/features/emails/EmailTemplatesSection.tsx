import type { EmailTemplateHeading } from '@drumbeat/contract/emails/emails.admin.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf, useCurrentUser } from '../../api/query.ts';
import { TimeText } from '../../ui/time/TimeText.tsx';
import { DataTable } from '../console/list/DataTable.tsx';
import { Filters } from '../console/list/Filters.tsx';
import { ListState } from '../console/list/ListState.tsx';
import { SearchField } from '../console/list/SearchField.tsx';
import { useFilters } from '../console/list/useFilters.ts';
import { stateOf } from '../console/versions/json.rules.ts';
import { EmailEditor } from './EmailEditor.tsx';
import { strings } from './emails.strings.ts';

const idOf = ({ template_key, locale }: EmailTemplateHeading): string => `${template_key}/${locale}`;

/** The product's emails and the layout around them. */
export function EmailTemplatesSection() {
  const [filters, setFilters] = useFilters('emails', { q: '', open: '' });
  const list = useQuery(queryOf('GET /api/admin/email-templates', { query: { q: filters.q } }));
  const { timeZone } = useCurrentUser();
  const templates = list.data?.templates;
  const opened = templates?.find((each) => idOf(each) === filters.open);
  return (
    <>
      <Filters>
        <SearchField label={strings.search} value={filters.q} onSearch={(q) => setFilters({ q })} />
      </Filters>
      {opened ? (
        <EmailEditor key={filters.open} heading={opened} onSaved={(open) => setFilters({ open })} />
      ) : null}
      <ListState
        list={list}
        count={templates?.length}
        failed={strings.failed}
        loading={strings.loading}
        none={strings.none}
      >
        <DataTable
          label={strings.emails}
          rows={templates ?? []}
          rowKey={idOf}
          openKey={filters.open}
          onOpen={(template) => setFilters({ open: idOf(template) })}
          columns={[
            { name: 'Key', cell: (template) => template.template_key },
            { name: 'Locale', cell: (template) => template.locale },
            { name: 'Subject', cell: (template) => template.subject },
            { name: 'State', cell: stateOf },
            { name: 'Version', cell: (template) => template.version, isFigure: true },
            { name: 'Saved', cell: (each) => <TimeText iso={each.updated_at} timeZone={timeZone} /> },
          ]}
        />
      </ListState>
    </>
  );
}
