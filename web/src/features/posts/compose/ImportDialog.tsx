import type { CallOutput } from '@drumbeat/contract/calls.ts';
import { IMPORT_MAX_ROWS } from '@drumbeat/contract/posts/posts.rules.ts';
import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, useState } from 'react';
import { call } from '../../../api/client.ts';
import { problemOf } from '../../../api/problem.ts';
import { newRequestId } from '../../../api/request.ts';
import { useOfflineWait } from '../../../api/useOfflineWait.ts';
import { FileChoice } from '../../../ui/buttons/FileChoice.tsx';
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx';
import { DialogProblem } from '../../../ui/feedback/ErrorBox.tsx';
import { notify } from '../../../ui/feedback/toasts.ts';
import { refreshPosts } from '../../post/posts.query.ts';
import { SimilarNotice } from '../edit/SimilarNotice.tsx';
import { type SimilarQuestion, secondPress, similarOf } from '../edit/similar.rules.ts';
import { ownPostsStrings as strings } from '../posts.strings.ts';
import styles from './compose.module.css';

type Report = CallOutput<'POST /api/posts/import'>;

/** The faults of a file by row, numbered as in a spreadsheet. */
function ImportFaults({ faults, refusal }: Pick<Report, 'faults' | 'refusal'>) {
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

/** `key` is created once per file, so that a retry saves nothing twice. */
type Chosen = { name: string; csv: string; key: string };

/** The chosen file and the result of its check, kept for when the dialog is reopened. */
export type KeptImport = { accountId: string; chosen: Chosen; report: Report | undefined };

type Props = {
  accountId: string;
  timeZone: string;
  kept: KeptImport | null;
  onKeep: (kept: KeptImport | null) => void;
  onClose: () => void;
};

function keptOf(accountId: string, kept: KeptImport | null): Partial<KeptImport> {
  return kept?.accountId === accountId ? kept : {};
}

function hasNoFault({ faults, refusal }: Report): boolean {
  return faults.length === 0 && refusal === null;
}

/** The button's next action: check, schedule, or schedule anyway. */
function labelOf(report: Report | undefined, given: { isAsked: boolean; isChosen: boolean }): string {
  if (given.isAsked) return strings.scheduleAnyway;
  if (report && hasNoFault(report)) return strings.importButton(report.rows);
  return given.isChosen ? 'Check again' : 'Check file';
}

/** Schedules the posts of a CSV file: checks it first, then saves all of it or nothing. */
export function ImportDialog({ accountId, timeZone, kept, onKeep, onClose }: Props) {
  const before = keptOf(accountId, kept);
  const [chosen, setChosen] = useState(before.chosen ?? null);
  const send = (dryRun: boolean, { csv, key }: Chosen, wasAsked = false) =>
    call('POST /api/posts/import', {
      body: { twitterAccountId: accountId, key, csv, dryRun, ...secondPress(wasAsked) },
    });
  const check = useMutation({ mutationFn: (file: Chosen) => send(true, file) });
  const checked = check.isIdle ? before.report : check.data;
  const save = useMutation({
    mutationFn: (file: Chosen & { wasAsked: boolean }) => send(false, file, file.wasAsked),
    onSettled: refreshPosts,
  });
  const waitCheck = useOfflineWait(check);
  const waitSave = useOfflineWait(save);

  const report = save.data ?? checked;
  const isFine = report !== undefined && hasNoFault(report);
  const similar = similarOf(save.error);
  const error = similar ? null : (save.error ?? check.error);

  async function choose(event: ChangeEvent<HTMLInputElement>): Promise<void> {
    const file = event.currentTarget.files?.[0];
    if (!file) return;
    save.reset();
    const next = { name: file.name, csv: await file.text(), key: newRequestId() };
    setChosen(next);
    check.mutate(next);
  }
  function submit(): void {
    if (!chosen) return;
    if (!isFine) {
      save.reset();
      check.mutate(chosen);
      return;
    }
    const file = { ...chosen, wasAsked: similar !== null };
    save.mutate(file, {
      onSuccess: ({ posts }) => {
        if (posts.length === 0) return;
        notify.success(strings.imported(posts.length));
        onKeep(null);
        onClose();
      },
    });
  }
  return (
    <FormDialog
      title="Import posts"
      submitLabel={labelOf(report, { isAsked: similar !== null, isChosen: chosen !== null })}
      busyLabel={check.isPending ? 'Checking…' : strings.scheduling}
      busy={check.isPending || save.isPending}
      waiting={waitCheck.isWaiting || waitSave.isWaiting}
      blocked={chosen === null}
      size={600}
      onSubmit={submit}
      onClose={() => {
        waitCheck.cancel();
        waitSave.cancel();
        onKeep(chosen && { accountId, chosen, report: checked });
        onClose();
      }}
    >
      <p className={styles.help}>
        A CSV file with the columns <code>time</code> and <code>content</code>, at most{' '}
        {IMPORT_MAX_ROWS.toLocaleString('en-GB')} rows. Times are in {timeZone}, such as{' '}
        <code>2026-11-21 09:00</code>.
      </p>
      <FileChoice
        accept=".csv,text/csv"
        label="Choose a file"
        name={chosen?.name ?? 'No file chosen'}
        onChoose={(event) => void choose(event)}
      />
      <Findings {...{ report, similar, error, timeZone }} />
    </FormDialog>
  );
}

type FindingsProps = {
  report: Report | undefined;
  similar: SimilarQuestion | null;
  error: Error | null;
  timeZone: string;
};

/** The result of the check: all fine, the faults, or a question. */
function Findings({ report, similar, error, timeZone }: FindingsProps) {
  if (similar) return <SimilarNotice question={similar} timeZone={timeZone} />;
  return (
    <>
      {report && hasNoFault(report) ? (
        <p className={styles.fine} role="status">
          {strings.importable(report.rows)}
        </p>
      ) : null}
      {report && !hasNoFault(report) ? (
        <ImportFaults faults={report.faults} refusal={report.refusal} />
      ) : null}
      <DialogProblem problem={error ? problemOf(error, strings.notImported) : null} />
    </>
  );
}
