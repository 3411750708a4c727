import type { ReactNode } from 'react';
import styles from './DataTable.module.css';

type Column<R> = {
  name: string;
  cell: (row: R) => ReactNode;
  /** Figures stand at the right, so that their digits align. */
  isFigure?: boolean;
};

type Props<R> = {
  /** What the table lists, for people who do not see it. */
  label: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  rowKey: (row: R) => string;
  /** Opens a row's details: a press anywhere on it, or Enter where J and K have led. The first cell must be plain words. */
  onOpen?: (row: R) => void;
  /** The key of the row whose details are open. */
  openKey?: string | undefined;
  /** Few and short columns: it stays a table on a phone, too. */
  isSmall?: boolean;
  /** Buttons of a row, in a last column. */
  actions?: (row: R) => ReactNode;
};

/**
 * A dense table; on a phone each row is a card that names its values.
 *
 *     <DataTable label="Feedback" rows={rows} rowKey={(row) => row.id} onOpen={(row) => setOpen(row.id)}
 *       columns={[{ name: 'Email', cell: (row) => row.user_email }]} />
 */
export function DataTable<R>({ label, columns, rows, rowKey, onOpen, openKey, isSmall, actions }: Props<R>) {
  return (
    <table
      className={isSmall ? styles.table : `${styles.table} ${styles.cards}`}
      aria-label={label}
      data-rows
    >
      <thead>
        <tr>
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
          >
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
  );
}
