/** One fact: shown, edited in place, or deleted with an undo. */
import { FACT_MAX, type FactKind, factKinds } from '@drumbeat/contract/facts/facts.rules.ts';
import type { Fact } from '@drumbeat/contract/facts/facts.ts';
import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import { requestIdOf, serverMessageOf } from '../../api/errors.ts';
import { LoadingButton } from '../../ui/buttons/LoadingButton.tsx';
import { notify } from '../../ui/feedback/toasts.ts';
import { Problem } from '../auth/Problem.tsx';
import styles from './facts.module.css';
import { refreshFacts } from './facts.query.ts';
import { kindLabels, strings } from './facts.strings.ts';

type Props = { fact: Fact; accountId: string; isEditing: boolean; onEdit: () => void; onEnd: () => void };

/** Restores a deleted fact at the end of the sheet. */
async function restore(accountId: string, { kind, text }: Fact): Promise<void> {
  try {
    const sheet = `${kind}: ${text}`;
    await call('POST /api/facts', { body: { twitterAccountId: accountId, kind, sheet } });
    await refreshFacts();
  } catch (error) {
    notify.error(serverMessageOf(error, strings.restoreFailed), { requestId: requestIdOf(error) });
  }
}

export function FactRow({ fact, accountId, isEditing, onEdit, onEnd }: Props) {
  const pencil = useRef<HTMLButtonElement>(null);
  const remove = useMutation({
    mutationFn: () => call('DELETE /api/facts/:id', { params: { id: fact.id } }),
    async onSuccess() {
      const undo = { label: strings.undo, press: () => void restore(accountId, fact) };
      notify.success(strings.deleted, { action: undo });
      await refreshFacts();
    },
    onError: (error) =>
      notify.error(serverMessageOf(error, strings.deleteFailed), { requestId: requestIdOf(error) }),
  });
  /** Ends the edit; the button that started it must be rendered before it can get focus. */
  function end(): void {
    onEnd();
    requestAnimationFrame(() => pencil.current?.focus());
  }
  if (isEditing) return <FactEditor fact={fact} onEnd={end} />;
  return (
    <li className={styles.row} aria-busy={remove.isPending || undefined}>
      <span className={styles.kind}>{kindLabels[fact.kind]}</span>
      <p className={styles.text}>{fact.text}</p>
      <span className={styles.tools}>
        <ActionIcon
          ref={pencil}
          variant="subtle"
          color="gray"
          size={36}
          aria-label={`${strings.edit}: ${fact.text}`}
          onClick={onEdit}
        >
          <Pencil size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={`${strings.remove}: ${fact.text}`}
          onClick={() => (remove.isPending ? undefined : remove.mutate())}
        >
          <Trash2 size={16} aria-hidden />
        </ActionIcon>
      </span>
    </li>
  );
}

const kinds = factKinds.map((value) => ({ value, label: kindLabels[value] }));

function FactEditor({ fact, onEnd }: { fact: Fact; onEnd: () => void }) {
  const [text, setText] = useState(fact.text);
  const [kind, setKind] = useState(fact.kind);
  const save = useMutation({
    mutationFn: () =>
      call('PATCH /api/facts/:id', { params: { id: fact.id }, body: { kind, text: text.trim() } }),
    async onSuccess() {
      await refreshFacts();
      onEnd();
    },
  });
  const isEmpty = text.trim() === '';
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isEmpty && !save.isPending) save.mutate();
  }
  return (
    <li className={styles.editing}>
      <form
        className={styles.form}
        noValidate
        onSubmit={submit}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onEnd();
        }}
        aria-label={strings.edit}
      >
        <div className={styles.fields}>
          <NativeSelect
            size="md"
            label={strings.editKind}
            data={kinds}
            value={kind}
            onChange={(event) => setKind(event.currentTarget.value as FactKind)}
          />
          <TextInput
            label={strings.edit}
            value={text}
            maxLength={FACT_MAX}
            error={isEmpty ? strings.write : undefined}
            onChange={(event) => setText(event.currentTarget.value)}
            autoFocus
          />
        </div>
        <Problem
          message={save.error ? serverMessageOf(save.error, strings.editFailed) : undefined}
          error={save.error}
        />
        <div className={styles.end}>
          <Button variant="default" onClick={onEnd}>
            {strings.cancel}
          </Button>
          <LoadingButton
            type="submit"
            loading={save.isPending}
            loadingLabel={strings.saving}
            disabled={isEmpty}
          >
            {strings.save}
          </LoadingButton>
        </div>
      </form>
    </li>
  );
}
