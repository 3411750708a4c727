import type { BulkPerson } from '@drumbeat/contract/bulk.admin.ts';
import { DataTable } from '../console/DataTable.tsx';
import styles from './BulkDialog.module.css';
import { byConcern } from './bulk.rules.ts';
import { outcomeWords, bulkStrings as strings } from './bulk.strings.ts';

/** Each person of a bulk action: what would happen, or what did. Who needs a look stands first. */
export function BulkPeople({ people, isOver }: { people: readonly BulkPerson[]; isOver: boolean }) {
  const label = isOver ? strings.outcomes : strings.planned;
  const outcome = {
    name: 'Outcome',
    cell: ({ outcome: became }: BulkPerson) =>
      became ? <span data-tone={became}>{outcomeWords[became]}</span> : null,
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
    <section className={styles.people} tabIndex={0} aria-label={`${label}, person by person`}>
      <DataTable
        label={label}
        rows={byConcern(people)}
        rowKey={({ id }) => id}
        columns={[
          {
            name: 'Person',
            cell: ({ email, id }) => <span className={styles.person}>{email ? `${email} · ${id}` : id}</span>,
          },
          ...(isOver ? [outcome] : []),
          { name: 'Change', cell: (person) => <Change person={person} /> },
        ]}
      />
    </section>
  );
}

function Change({ person: { would, before, after, why } }: { person: BulkPerson }) {
  if (before === null) return <span data-would={would}>{why}</span>;
  return (
    <span>
      <del>{before}</del> <span aria-hidden>→</span> <ins>{after}</ins>
      {why ? <small className={styles.why}>{why}</small> : null}
    </span>
  );
}
