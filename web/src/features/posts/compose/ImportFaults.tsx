import type { CallOutput } from '@drumbeat/contract/calls.ts';
import styles from './ImportDialog.module.css';
import { ownPostsStrings as strings } from './own-posts.strings.ts';

type Report = Pick<CallOutput<'POST /api/posts/import'>, 'faults' | 'refusal'>;

/** The faults of a file by row, numbered as in a spreadsheet. */
export function ImportFaults({ faults, refusal }: Report) {
  return (
    <div className={styles.faults}>
      <p role="alert" className={styles.wrong}>
        {refusal ? `${refusal.message} ` : ''}
        {faults.length > 0 ? strings.faults(faults.length) : ''}
      </p>
      {faults.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by keyboard
        <section className={styles.scroll} tabIndex={0} aria-label="Faults by row">
          <table>
            <thead>
              <tr>
                <th scope="col">Row</th>
                <th scope="col">Column</th>
                <th scope="col">What is wrong</th>
              </tr>
            </thead>
            <tbody>
              {faults.map(({ row, column, code, message }) => (
                <tr key={`${row} ${column} ${code}`}>
                  <td>{row}</td>
                  <td>{column ?? ''}</td>
                  <td>{message}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
    </div>
  );
}
