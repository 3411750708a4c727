import type { PromptHeading } from '@drumbeat/contract/prompts/prompts.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/query.ts';
import { DataTable } from '../console/list/DataTable.tsx';
import { Filters } from '../console/list/Filters.tsx';
import { ListState } from '../console/list/ListState.tsx';
import { SearchField } from '../console/list/SearchField.tsx';
import { useFilters } from '../console/list/useFilters.ts';
import { stateOf } from '../console/versions/json.rules.ts';
import { PromptEditor } from './PromptEditor.tsx';
import { strings } from './prompts.strings.ts';

/** The URL value for a prompt that does not exist yet; no real key looks like this. */
const NEW = '+';
const idOf = ({ template_key, locale, niche }: PromptHeading): string =>
  [template_key, locale, niche ?? ''].join('/');

/** The prompts for the model. */
export function PromptsSection() {
  const [filters, setFilters] = useFilters('prompts', { q: '', open: '' });
  const list = useQuery(queryOf('GET /api/admin/prompts', { query: { q: filters.q } }));
  const prompts = list.data?.templates;
  const opened = prompts?.find((each) => idOf(each) === filters.open);
  return (
    <>
      <Filters>
        <SearchField label={strings.search} value={filters.q} onSearch={(q) => setFilters({ q })} />
      </Filters>
      <div>
        <Button size="xs" variant="default" onClick={() => setFilters({ open: NEW })}>
          {strings.add}
        </Button>
      </div>
      <ListState
        list={list}
        count={prompts?.length}
        failed={strings.failed}
        loading={strings.loading}
        none={strings.none}
      >
        <DataTable
          label={strings.prompts}
          rows={prompts ?? []}
          rowKey={idOf}
          openKey={filters.open}
          onOpen={(prompt) => setFilters({ open: idOf(prompt) })}
          columns={[
            { name: 'Key', cell: (prompt) => prompt.template_key },
            { name: 'Role', cell: (prompt) => prompt.role },
            { name: 'Locale', cell: (prompt) => prompt.locale },
            { name: 'Niche', cell: (prompt) => prompt.niche ?? strings.everyNiche },
            { name: 'Description', cell: (prompt) => prompt.description },
            { name: 'State', cell: stateOf },
            { name: 'Version', cell: (prompt) => prompt.version, isFigure: true },
          ]}
        />
      </ListState>
      {opened || filters.open === NEW ? (
        <PromptEditor key={filters.open} heading={opened} onSaved={(open) => setFilters({ open })} />
      ) : null}
    </>
  );
}
