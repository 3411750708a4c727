import type { Flag } from '@drumbeat/contract/flags/flags.admin.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { invalidate, queryOf, useCurrentUser } from '../../api/query.ts';
import { TimeText } from '../../ui/time/TimeText.tsx';
import { DataTable } from '../console/list/DataTable.tsx';
import { ListState } from '../console/list/ListState.tsx';
import { useFilters } from '../console/list/useFilters.ts';
import { jsonOf, textOfJson } from '../console/versions/json.rules.ts';
import { type Values, VersionedEditor } from '../console/versions/VersionedEditor.tsx';
import { VersionHistory } from '../console/versions/VersionHistory.tsx';

const strings = {
  flags: 'Feature flags',
  loading: 'Loading flags',
  failed: 'Failed to load flags',
  saveFailed: 'Failed to save flag',
  none: 'There are no flags.',
  add: 'New flag',
  key: 'Key',
  keyMissing: 'Please name the flag.',
  value: 'Value (JSON)',
  valueHelp: 'true, 5, "text" or {"a": 1}. Empty means null.',
  invalid: 'Value must be valid JSON',
  description: 'Description',
} as const;

/** The URL value for a flag that does not exist yet; no real key looks like this. */
const NEW = '+';

/** The product's feature flags. */
export function FlagsSection() {
  const [filters, setFilters] = useFilters('flags', { open: '' });
  const list = useQuery(queryOf('GET /api/admin/flags'));
  const { timeZone } = useCurrentUser();
  const flags = list.data?.flags;
  const opened = flags?.find(({ key }) => key === filters.open);
  return (
    <>
      <div>
        <Button size="xs" variant="default" onClick={() => setFilters({ open: NEW })}>
          {strings.add}
        </Button>
      </div>
      <ListState
        list={list}
        count={flags?.length}
        failed={strings.failed}
        loading={strings.loading}
        none={strings.none}
      >
        <DataTable
          label={strings.flags}
          rows={flags ?? []}
          rowKey={({ key }) => key}
          openKey={filters.open}
          onOpen={({ key }) => setFilters({ open: key })}
          columns={[
            { name: 'Key', cell: ({ key }) => key },
            { name: 'Value', cell: ({ value }) => <code>{JSON.stringify(value)}</code> },
            { name: 'Description', cell: ({ description }) => description },
            { name: 'Version', cell: ({ version }) => version, isFigure: true },
            { name: 'Saved', cell: (flag) => <TimeText iso={flag.updated_at} timeZone={timeZone} /> },
          ]}
        />
      </ListState>
      {opened || filters.open === NEW ? (
        <FlagEditor key={filters.open} flag={opened} onSaved={(key) => setFilters({ open: key })} />
      ) : null}
    </>
  );
}

function FlagEditor({ flag, onSaved }: { flag: Flag | undefined; onSaved: (key: string) => void }) {
  const fields = [
    { name: 'key', label: strings.key, isFixed: flag !== undefined },
    { name: 'value', label: strings.value, help: strings.valueHelp, rows: 2 },
    { name: 'description', label: strings.description },
  ];
  async function save(values: Values, saving: { version: number; reason: string }): Promise<void> {
    const { key = '', value = '', description = '' } = values;
    const { version, reason } = saving;
    const body = { value: jsonOf(value), description, version, reason };
    await call('PUT /api/admin/flags/:key', { params: { key }, body });
    onSaved(key);
  }
  return (
    <VersionedEditor
      name={`flag:${flag?.key ?? NEW}`}
      fields={fields}
      saved={savedOf(flag)}
      check={faultsIn}
      save={save}
      reload={() => invalidate('GET /api/admin/flags', 'GET /api/admin/flags/:key/versions')}
      fallback={strings.saveFailed}
      below={(now, bringBack) =>
        flag ? <FlagHistory flag={flag} fields={fields} now={now} onBringBack={bringBack} /> : null
      }
    />
  );
}

function savedOf(flag: Flag | undefined) {
  const values = {
    key: flag?.key ?? '',
    value: flag ? textOfJson(flag.value) : '',
    description: flag?.description ?? '',
  };
  return { values, isPublished: true, version: flag?.version ?? 0 };
}

function faultsIn({ key = '', value = '' }: Values): Values {
  return {
    ...(key.trim() === '' ? { key: strings.keyMissing } : {}),
    ...(jsonOf(value) === undefined ? { value: strings.invalid } : {}),
  };
}

type HistoryProps = {
  flag: Flag;
  fields: { name: string; label: string }[];
  now: Values;
  onBringBack: (values: Values) => void;
};

function FlagHistory({ flag, ...props }: HistoryProps) {
  const list = useQuery({
    ...queryOf('GET /api/admin/flags/:key/versions', { params: { key: flag.key }, query: {} }),
    select: ({ versions }) =>
      versions.map((each) => ({
        ...each,
        values: { value: textOfJson(each.content.value), description: each.content.description },
      })),
  });
  return <VersionHistory list={list} {...props} fields={props.fields.filter(({ name }) => name !== 'key')} />;
}
