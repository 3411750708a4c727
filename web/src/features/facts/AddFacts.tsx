/** Adds one fact, or a whole sheet with one fact per line. Input is kept as a draft until it is added. */
import {
  type FactKind,
  factKinds,
  readSheet,
  SHEET_MAX,
  sheetTooLong,
} from '@drumbeat/contract/facts/facts.rules.ts';
import { NativeSelect, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { z } from 'zod/mini';
import { call } from '../../api/client.ts';
import { serverMessageOf } from '../../api/errors.ts';
import { useDraft } from '../../api/useDraft.ts';
import { useOfflineWait } from '../../api/useOfflineWait.ts';
import { LoadingButton } from '../../ui/buttons/LoadingButton.tsx';
import { notify } from '../../ui/feedback/toasts.ts';
import { Problem } from '../auth/Problem.tsx';
import styles from './facts.module.css';
import { refreshFacts } from './facts.query.ts';
import { kindLabels, strings } from './facts.strings.ts';

const draftSchema = z.object({ sheet: z.string(), kind: z.enum(factKinds) });
type SheetDraft = z.infer<typeof draftSchema>;
const empty: SheetDraft = { sheet: '', kind: 'product' };
const kinds = factKinds.map((value) => ({ value, label: kindLabels[value] }));

/** What is wrong with a sheet, as text; undefined if nothing. */
function lackOf({ sheet, kind }: SheetDraft): string | undefined {
  if (sheet.length > SHEET_MAX) return sheetTooLong;
  const { facts, faults } = readSheet(sheet, kind);
  return faults[0]?.message ?? (facts.length === 0 ? strings.write : undefined);
}

export function AddFacts({ accountId, isFull }: { accountId: string; isFull: boolean }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { value, change, discard } = useDraft(`facts:${accountId}`, draftSchema, empty);
  const [lack, setLack] = useState<string>();
  const add = useMutation({
    mutationFn: (body: SheetDraft) =>
      call('POST /api/facts', { body: { ...body, twitterAccountId: accountId } }),
    async onSuccess({ message }) {
      discard();
      notify.success(message);
      await refreshFacts();
      field.current?.focus();
    },
  });
  const wait = useOfflineWait(add);
  const count = value.sheet.length > SHEET_MAX ? 0 : readSheet(value.sheet, value.kind).facts.length;

  function edit(to: Partial<SheetDraft>): void {
    change({ ...value, ...to });
    setLack(undefined);
    if (add.isError) add.reset();
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (add.isPending) return;
    const wrong = lackOf(value);
    setLack(wrong);
    if (wrong) field.current?.focus();
    else add.mutate(value);
  }
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) event.currentTarget.form?.requestSubmit();
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit} aria-label={strings.newFacts}>
      <Textarea
        ref={field}
        label={strings.newFacts}
        description={strings.newFactsHelp}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        placeholder={strings.newFactsExample}
        autosize
        minRows={3}
        maxRows={12}
        value={value.sheet}
        error={lack}
        disabled={isFull}
        onChange={(event) => edit({ sheet: event.currentTarget.value })}
        onKeyDown={onKeyDown}
        onBlur={() => setLack(value.sheet.trim() === '' ? undefined : lackOf(value))}
      />
      <Problem
        message={add.error ? serverMessageOf(add.error, strings.addFailed) : undefined}
        error={add.error}
      />
      <div className={styles.bottom}>
        <NativeSelect
          size="md"
          label={strings.kind}
          data={kinds}
          value={value.kind}
          onChange={(event) => edit({ kind: event.currentTarget.value as FactKind })}
        />
        <LoadingButton
          type="submit"
          disabled={isFull}
          loading={add.isPending}
          waiting={wait.isWaiting}
          loadingLabel={strings.adding}
        >
          {strings.add(count)}
        </LoadingButton>
      </div>
    </form>
  );
}
