import type { BulkPerson } from '@drumbeat/contract/admin/bulk.admin.ts';
import { useState } from 'react';
import { invalidate } from '../../../api/query.ts';
import { LoadingButton } from '../../../ui/buttons/LoadingButton.tsx';
import { DataTable } from '../../console/list/DataTable.tsx';
import { undoNow } from '../customer/CustomerActions.tsx';
import styles from './bulk.module.css';
import { byConcern } from './bulk.rules.ts';
import { outcomeWords, bulkStrings as strings } from './bulk.strings.ts';

/** What would happen, or did happen, to each person. People who need attention come first. */
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
        {...(people.some(({ change_id }) => change_id !== null) ? { actions: undoOf } : {})}
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

function undoOf(person: BulkPerson) {
  return person.change_id === null ? null : <UndoButton person={person} changeId={person.change_id} />;
}

/** Undoes the change for one person, like the customer's own page does. */
function UndoButton({ person: { id, email }, changeId }: { person: BulkPerson; changeId: string }) {
  const [state, setState] = useState<'done' | 'undoing' | 'undone'>('done');
  async function undo(): Promise<void> {
    setState('undoing');
    setState((await undoNow(id, changeId)) ? 'undone' : 'done');
    await invalidate('GET /api/admin/users/all', 'GET /api/admin/users');
  }
  return (
    <LoadingButton
      size="compact-sm"
      variant="default"
      loading={state === 'undoing'}
      disabled={state === 'undone'}
      aria-label={state === 'undone' ? `Undone for ${email} · ${id}` : `Undo for ${email} · ${id}`}
      onClick={() => void undo()}
    >
      {state === 'undone' ? strings.undone : strings.undo}
    </LoadingButton>
  );
}
