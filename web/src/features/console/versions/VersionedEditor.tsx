import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { notifyManager } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { z } from 'zod/mini';
import { ApiError } from '../../../api/errors.ts';
import { useDraft } from '../../../api/useDraft.ts';
import { LoadingButton } from '../../../ui/buttons/LoadingButton.tsx';
import { TextButton } from '../../../ui/buttons/TextButton.tsx';
import { notify } from '../../../ui/feedback/toasts.ts';
import { ReasonDialog } from '../ReasonDialog.tsx';
import { Diff } from './Diff.tsx';
import styles from './VersionedEditor.module.css';
import { strings } from './versioned.strings.ts';

/** The edited values by field, as text. */
export type Values = Record<string, string>;

type Field = {
  name: string;
  label: string;
  help?: string;
  /** The minimum number of lines of a large field; without it the field is a single line. */
  rows?: number;
  /** The allowed values, if the field is a choice. */
  choices?: readonly string[];
  isFixed?: boolean;
};

export type Saving = { isPublished: boolean; version: number; reason: string };

type Props = {
  /** The name under which unsaved input is kept as a draft. */
  name: string;
  fields: readonly Field[];
  /** What is currently saved; version 0 for something new. */
  saved: { values: Values; isPublished: boolean; version: number };
  /** Whether there can be drafts in addition to the published version. */
  hasDrafts?: boolean;
  /** Validation errors by field, before the server is asked. */
  check: (values: Values) => Values;
  save: (values: Values, saving: Saving) => Promise<unknown>;
  /** Withdraws the published version and returns the version that records it; only if a fallback exists. */
  withdraw?: ((version: number, reason: string) => Promise<number>) | undefined;
  /** Reloads what is saved: after a save, or after someone else's. */
  reload: () => Promise<unknown>;
  fallback: string;
  /** Shown beside the fields: a preview of the input. */
  beside?: (values: Values) => ReactNode;
  /** Shown below the fields: earlier versions. `bringBack` puts one into the fields. */
  below?: (values: Values, bringBack: (values: Values) => void) => ReactNode;
};

const typed = z.object({
  values: z.record(z.string(), z.string()),
  isPublished: z.boolean(),
  version: z.number(),
});

/**
 * Edits something versioned: the fields, the changes before saving, and the reason. Input survives a reload
 * and a refusal. If someone else has saved meanwhile, the editor says so and shows the difference to their
 * version.
 */
export function VersionedEditor(props: Props) {
  const [round, setRound] = useState(0);
  // What was read again reaches the screen a turn later: a form that begins before that holds what was saved before.
  const begin = (): void => notifyManager.schedule(() => setRound((before) => before + 1));
  return <Editor key={`${props.name}:${round}`} {...props} onSaved={begin} />;
}

function Editor({ onSaved, ...props }: Props & { onSaved: () => void }) {
  const { saved, fields, hasDrafts = false } = props;
  const draft = useDraft(props.name, typed, saved);
  const { values, isPublished } = draft.value;
  const [isChecked, setChecked] = useState(false);
  const [asked, setAsked] = useState<'save' | 'withdraw' | null>(null);
  const [refused, setRefused] = useState<Values>({});
  const faults = { ...refused, ...(isChecked ? props.check(values) : {}) };
  const set = (change: Partial<typeof draft.value>): void => draft.change({ ...draft.value, ...change });

  function edit(name: string, value: string): void {
    set({ values: { ...values, [name]: value } });
    setRefused(({ [name]: _gone, ...others }) => others);
  }

  function ask(): void {
    setChecked(true);
    if (Object.keys(props.check(values)).length === 0) setAsked('save');
  }

  async function confirm(reason: string): Promise<void> {
    try {
      await props.save(values, { isPublished, version: draft.value.version, reason });
    } catch (error) {
      setRefused(faultsOf(error));
      const newest = staleVersionOf(error);
      if (newest !== undefined) {
        await props.reload();
        set({ version: newest });
      }
      throw error;
    }
    draft.drop();
    await props.reload();
    notify.success(strings.saved);
    onSaved();
  }

  async function withdraw(reason: string): Promise<void> {
    const version = await props.withdraw?.(saved.version, reason);
    // The input stays and will be saved as a version after the withdrawal.
    const isTyped = JSON.stringify(values) !== JSON.stringify(saved.values);
    if (version !== undefined && isTyped) set({ version });
    await props.reload();
    notify.success(strings.withdrawDone);
    onSaved();
  }

  return (
    <div className={styles.editor}>
      <form
        className={styles.fields}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
      >
        {draft.isRestored ? (
          <p className={styles.kept}>
            {strings.draftKept} <TextButton onClick={draft.discard}>{strings.discard}</TextButton>
          </p>
        ) : null}
        {fields.map((field) => (
          <OneField
            key={field.name}
            field={field}
            value={values[field.name] ?? ''}
            error={faults[field.name]}
            onChange={(value) => edit(field.name, value)}
          />
        ))}
        {hasDrafts ? (
          <NativeSelect
            size="xs"
            label={strings.state}
            data={[
              { value: 'published', label: strings.published },
              { value: 'draft', label: strings.draft },
            ]}
            value={isPublished ? 'published' : 'draft'}
            onChange={(event) => set({ isPublished: event.currentTarget.value === 'published' })}
          />
        ) : null}
        <div className={styles.save}>
          <LoadingButton type="submit" size="xs" loading={false}>
            {strings.save}
          </LoadingButton>
          {props.withdraw ? (
            <Button size="xs" variant="default" onClick={() => setAsked('withdraw')}>
              {strings.withdraw}
            </Button>
          ) : null}
        </div>
      </form>
      {props.beside ? <div className={styles.beside}>{props.beside(values)}</div> : null}
      <div className={styles.below}>
        {props.below?.(values, (former) => set({ values: { ...values, ...former } }))}
      </div>
      {asked === 'save' ? (
        <ReasonDialog
          title={strings.saveTitle}
          name={props.name}
          confirmLabel={strings.save}
          fallback={props.fallback}
          changes={stateChange(saved, isPublished)}
          onConfirm={confirm}
          onClose={() => setAsked(null)}
        >
          <Changes fields={fields} before={saved.values} after={values} />
        </ReasonDialog>
      ) : null}
      {asked === 'withdraw' ? (
        <ReasonDialog
          title={strings.withdrawTitle}
          name={`withdraw:${props.name}`}
          confirmLabel={strings.withdraw}
          busyLabel={strings.withdrawing}
          fallback={strings.withdrawFailed}
          danger
          changes={[{ what: strings.state, before: strings.inUse, after: strings.notInUse }]}
          onConfirm={withdraw}
          onClose={() => setAsked(null)}
        >
          <p>{strings.withdrawText}</p>
        </ReasonDialog>
      ) : null}
    </div>
  );
}

function OneField(props: {
  field: Field;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  const { field, value, error } = props;
  const common = {
    size: 'xs' as const,
    label: field.label,
    description: field.help,
    inputWrapperOrder: ['label' as const, 'input' as const, 'error' as const, 'description' as const],
    value,
    error,
    disabled: field.isFixed ?? false,
    onChange: (event: { currentTarget: { value: string } }) => props.onChange(event.currentTarget.value),
  };
  if (field.choices) return <NativeSelect {...common} data={[...field.choices]} />;
  if (!field.rows) return <TextInput {...common} autoComplete="off" spellCheck={false} />;
  const input = styles.source ?? '';
  return (
    <Textarea
      {...common}
      autosize
      minRows={field.rows}
      maxRows={24}
      spellCheck={false}
      classNames={{ input }}
    />
  );
}

/** The differences, field by field. */
export function Changes(props: { fields: readonly Field[]; before: Values; after: Values }) {
  const changed = props.fields.filter(({ name }) => (props.before[name] ?? '') !== (props.after[name] ?? ''));
  if (changed.length === 0) return <p>{strings.nothingChanged}</p>;
  return changed.map(({ name, label }) => (
    <div key={name}>
      <p className={styles.what}>{label}</p>
      <Diff label={label} before={props.before[name] ?? ''} after={props.after[name] ?? ''} />
    </div>
  ));
}

function stateChange(saved: Props['saved'], isPublished: boolean) {
  if (saved.version === 0 || saved.isPublished === isPublished) return [];
  const say = (is: boolean): string => (is ? strings.published : strings.draft);
  return [{ what: strings.state, before: say(saved.isPublished), after: say(isPublished) }];
}

/** The server's validation errors by field; an error within a list belongs to the field that contains it. */
function faultsOf(error: unknown): Values {
  const fields = error instanceof ApiError ? error.data?.fields : undefined;
  if (typeof fields !== 'object' || fields === null) return {};
  return Object.fromEntries(
    Object.entries(fields).map(([name, words]) => [name.split('.')[0] ?? name, String(words)]),
  );
}

function staleVersionOf(error: unknown): number | undefined {
  if (!(error instanceof ApiError) || error.code !== 'STALE_VERSION') return undefined;
  const version = error.data?.version;
  return typeof version === 'number' ? version : undefined;
}
