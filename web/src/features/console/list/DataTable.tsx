import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './DataTable.module.css';
import type { Chosen } from './useChosen.ts';

type Column<R> = {
  name: string;
  cell: (row: R) => ReactNode;
  /** Numbers are right-aligned, so that their digits line up. */
  isFigure?: boolean;
};

type Props<R> = {
  /** What the table lists, for screen readers. */
  label: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  rowKey: (row: R) => string;
  /** Opens a row's details: by a click on it, or Enter after J or K. The first cell must be plain text. */
  onOpen?: (row: R) => void;
  /** The key of the row whose details are open. */
  openKey?: string | undefined;
  /** Few, short columns: it stays a table on a phone. */
  isSmall?: boolean;
  /** Buttons of a row, in a last column. */
  actions?: (row: R) => ReactNode;
  /** Makes rows selectable: by a checkbox each and one for all shown rows, or by X after J or K. */
  choice?: Chosen & { name: (row: R) => string };
};

/**
 * A dense table. On a phone each row becomes a card with labelled values.
 *
 *     <DataTable label="Feedback" rows={rows} rowKey={(row) => row.id} onOpen={(row) => setOpen(row.id)}
 *       columns={[{ name: 'Email', cell: (row) => row.user_email }]} />
 */
export function DataTable<R>(props: Props<R>) {
  const { label, columns, rows, rowKey, onOpen, openKey, isSmall, actions, choice } = props;
  const all = choice ? <ChooseAll choice={choice} keys={rows.map(rowKey)} /> : null;
  return (
    <>
      {all ? <div className={styles.all}>{all}</div> : null}
      <table
        className={isSmall ? styles.table : `${styles.table} ${styles.cards}`}
        aria-label={label}
        data-rows
      >
        <thead>
          <tr>
            {all ? (
              <th className={styles.choose} scope="col">
                {all}
              </th>
            ) : null}
            {columns.map(({ name, isFigure }) => (
              <th key={name} scope="col" className={isFigure ? styles.figure : undefined}>
                {name}
              </th>
            ))}
            {actions ? (
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              className={onOpen ? styles.opens : undefined}
              data-open={rowKey(row) === openKey || undefined}
              data-chosen={choice?.ids.has(rowKey(row)) || undefined}
            >
              {choice ? (
                <td className={styles.choose}>
                  {/* biome-ignore lint/a11y/noLabelWithoutControl: its control is the checkbox, which names itself */}
                  <label className={styles.check}>
                    <Checkbox
                      size="xs"
                      data-choose
                      aria-label={`Select ${choice.name(row)}`}
                      checked={choice.ids.has(rowKey(row))}
                      disabled={choice.isFull && !choice.ids.has(rowKey(row))}
                      onChange={() => choice.toggle(rowKey(row))}
                    />
                  </label>
                </td>
              ) : null}
              {columns.map(({ name, cell, isFigure }, index) => (
                <td key={name} data-name={name} className={isFigure ? styles.figure : undefined}>
                  {index === 0 && onOpen ? (
                    <button type="button" className={styles.opener} data-opener onClick={() => onOpen(row)}>
                      {cell(row)}
                    </button>
                  ) : (
                    cell(row)
                  )}
                </td>
              ))}
              {actions ? (
                <td className={styles.actions}>
                  <div>{actions(row)}</div>
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** Rendered twice: in the table's head, and above the cards on a phone, which have no head. */
function ChooseAll({ choice, keys }: { choice: Chosen; keys: readonly string[] }) {
  const count = keys.filter((key) => choice.ids.has(key)).length;
  const isEvery = count > 0 && count === keys.length;
  return (
    <Checkbox
      size="xs"
      label={<span className={styles.allWords}>Select all on this page</span>}
      checked={isEvery}
      indeterminate={count > 0 && !isEvery}
      disabled={choice.isFull && count === 0}
      onChange={() => choice.toggleAll(keys)}
    />
  );
}
