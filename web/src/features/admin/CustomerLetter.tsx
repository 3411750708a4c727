import { type EmailKind, emailKinds } from '@drumbeat/contract/emails.ts';
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/client.ts';
import { LoadingButton } from '../../ui/LoadingButton.tsx';
import { Section } from '../../ui/Section.tsx';
import { notify } from '../../ui/toasts.ts';
import { ReasonField, reasonFault } from '../console/ReasonField.tsx';
import { StaffError } from '../console/StaffError.tsx';
import styles from './customer.module.css';
import { strings } from './customer.strings.ts';
import { refreshCustomer } from './customer-calls.ts';
import { asksForMessage, bodyOf, emptyLetter, type Letter } from './letter.rules.ts';

/** Writes an email to a customer: a template or words of one's own, looked at before it is sent. */
export function CustomerLetter({ id, mayMarket }: { id: string; mayMarket: boolean }) {
  const [letter, setLetter] = useState(emptyLetter);
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  // A repeat after a lost answer carries the same key, so that the customer gets one email.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const [preview, setPreview] = useState<{ subject: string; html: string } | null>(null);
  const body = bodyOf(letter);
  const change = (changed: Partial<Letter>) => {
    setLetter({ ...letter, ...changed });
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
      setLetter(emptyLetter);
      setReason('');
      setChecked(false);
      setKey(crypto.randomUUID());
      setPreview(null);
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
        <ReasonField value={reason} onChange={setReason} isChecked={isChecked} />
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
