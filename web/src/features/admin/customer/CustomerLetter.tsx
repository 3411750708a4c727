import { type EmailKind, emailKinds } from '@drumbeat/contract/emails/emails.ts';
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { z } from 'zod/mini';
import { call } from '../../../api/client.ts';
import { useDraft } from '../../../api/useDraft.ts';
import { LoadingButton } from '../../../ui/buttons/LoadingButton.tsx';
import { notify } from '../../../ui/feedback/toasts.ts';
import { Section } from '../../../ui/layout/Section.tsx';
import { ReasonField, reasonFault } from '../../console/ReasonDialog.tsx';
import { StaffError } from '../../console/StaffError.tsx';
import styles from './customer.module.css';
import { asksForMessage, bodyOf, emptyLetter, type Letter } from './customer.rules.ts';
import { strings } from './customer.strings.ts';
import { refreshCustomer } from './customer-calls.ts';

const letterDraft = z.object({
  letter: z.object({
    templateKey: z.enum(emailKinds),
    useTemplateContent: z.boolean(),
    title: z.string(),
    text: z.string(),
    subject: z.string(),
    html: z.string(),
    variables: z.string(),
  }),
  reason: z.string(),
  key: z.string(),
});

/** Writes an email to a customer from a template or as free text, with a preview before sending. */
export function CustomerLetter({ id, mayMarket }: { id: string; mayMarket: boolean }) {
  const [round, setRound] = useState(0);
  return <Form key={`${id}:${round}`} id={id} mayMarket={mayMarket} onSent={() => setRound(round + 1)} />;
}

type FormProps = { id: string; mayMarket: boolean; onSent: () => void };

function Form({ id, mayMarket, onSent }: FormProps) {
  // A retry after a lost answer uses the same key, so that the customer gets only one email.
  const [initial] = useState(() => ({ letter: emptyLetter, reason: '', key: crypto.randomUUID() as string }));
  const draft = useDraft(`letter:${id}`, letterDraft, initial);
  const { letter, reason, key } = draft.value;
  const [isChecked, setChecked] = useState(false);
  const [preview, setPreview] = useState<{ subject: string; html: string } | null>(null);
  const body = bodyOf(letter);
  const change = (changed: Partial<Letter>) => {
    draft.change({ ...draft.value, letter: { ...letter, ...changed } });
    setPreview(null);
  };
  const draw = useMutation({
    mutationFn: () =>
      call('POST /api/admin/users/:id/send-email', {
        params: { id },
        body: { ...(body ?? { templateKey: letter.templateKey }), preview: true },
      }),
    onSuccess: ({ content }) => setPreview(content),
  });
  const send = useMutation({
    mutationFn: () =>
      call('POST /api/admin/users/:id/send-email', {
        params: { id },
        body: { ...(body ?? { templateKey: letter.templateKey }), key, reason },
      }),
    async onSuccess({ message }) {
      notify.success(message);
      draft.drop();
      onSent();
      await refreshCustomer();
    },
  });
  function submit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (body && !reasonFault(reason) && !send.isPending) send.mutate();
  }
  const error = send.error ?? draw.error;
  return (
    <Section title={strings.sendEmail}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <NativeSelect
          label={strings.template}
          data={emailKinds.filter((kind) => mayMarket || kind !== 'marketing')}
          value={letter.templateKey}
          onChange={(event) => change({ templateKey: event.currentTarget.value as EmailKind })}
        />
        <Checkbox
          label={strings.useTemplate}
          checked={letter.useTemplateContent}
          onChange={(event) => change({ useTemplateContent: event.currentTarget.checked })}
        />
        <Words letter={letter} onChange={change} isChecked={isChecked} />
        <ReasonField
          value={reason}
          onChange={(words) => draft.change({ ...draft.value, reason: words })}
          isChecked={isChecked}
        />
        {error ? <StaffError error={error} fallback={strings.sendFailed} /> : null}
        <div className={styles.actions}>
          <LoadingButton
            variant="default"
            loading={draw.isPending}
            disabled={!body}
            onClick={() => draw.mutate()}
          >
            {strings.preview}
          </LoadingButton>
          <LoadingButton type="submit" loading={send.isPending} loadingLabel={strings.sending}>
            {strings.send}
          </LoadingButton>
        </div>
        {preview ? (
          <>
            <p className={styles.note}>{preview.subject}</p>
            <iframe
              className={styles.preview}
              title={strings.preview}
              sandbox=""
              srcDoc={preview.html}
              referrerPolicy="no-referrer"
            />
          </>
        ) : null}
      </form>
    </Section>
  );
}

type WordsProps = { letter: Letter; onChange: (change: Partial<Letter>) => void; isChecked: boolean };

function Words({ letter, onChange, isChecked }: WordsProps) {
  if (asksForMessage(letter)) {
    return (
      <>
        <TextInput
          label={strings.messageTitle}
          value={letter.title}
          onChange={(event) => onChange({ title: event.currentTarget.value })}
        />
        <Textarea
          label={strings.messageText}
          autosize
          minRows={4}
          value={letter.text}
          onChange={(event) => onChange({ text: event.currentTarget.value })}
        />
      </>
    );
  }
  return (
    <>
      {letter.useTemplateContent ? null : (
        <>
          <TextInput
            label={strings.subject}
            value={letter.subject}
            onChange={(event) => onChange({ subject: event.currentTarget.value })}
          />
          <Textarea
            label={strings.html}
            autosize
            minRows={4}
            value={letter.html}
            onChange={(event) => onChange({ html: event.currentTarget.value })}
          />
        </>
      )}
      <Textarea
        label={strings.variables}
        autosize
        minRows={2}
        value={letter.variables}
        error={isChecked && !bodyOf(letter) ? strings.badJson : null}
        onChange={(event) => onChange({ variables: event.currentTarget.value })}
      />
    </>
  );
}
