import { NICHE_NAME_MAX, NICHE_NOTES_MAX } from '@drumbeat/contract/niches/niches.rules.ts';
import { Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { TextButton } from '../../ui/buttons/TextButton.tsx';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { notify } from '../../ui/feedback/toasts.ts';
import { Problem } from '../auth/Problem.tsx';
import { strings } from './settings.strings.ts';

/** Lets people who do not find their niche ask staff to add it. */
export function RequestNiche() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <TextButton onClick={() => setOpen(true)}>{strings.nicheRequest}</TextButton>
      {open ? <RequestDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function RequestDialog({ onClose }: { onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [name, setName] = useState('');
  const [notes, setNotes] = useState('');
  const [lack, setLack] = useState<string>();
  const request = useMutation({
    mutationFn: () => call('POST /api/niches/request', { body: { name, notes } }),
    onSuccess({ message }) {
      notify.success(message);
      onClose();
    },
  });
  function send(): void {
    if (name.trim() !== '') {
      request.mutate();
      return;
    }
    setLack(strings.nicheNameMissing);
    field.current?.focus();
  }
  return (
    <FormDialog
      title={strings.nicheRequest}
      submitLabel={strings.nicheRequestSend}
      busyLabel={strings.nicheRequestSending}
      busy={request.isPending}
      onlyByButton={name !== ''}
      onSubmit={send}
      onClose={onClose}
    >
      <TextInput
        ref={field}
        label={strings.nicheName}
        maxLength={NICHE_NAME_MAX}
        value={name}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setLack(undefined);
        }}
        error={lack}
        data-autofocus
      />
      <Textarea
        label={strings.nicheNotes}
        maxLength={NICHE_NOTES_MAX}
        autosize
        minRows={3}
        value={notes}
        onChange={(event) => setNotes(event.currentTarget.value)}
      />
      <Problem message={refusalOf(request.error)} error={request.error} />
    </FormDialog>
  );
}

/** An invalid request shows the server's message; any other failure shows a fixed text. */
function refusalOf(error: unknown): string | undefined {
  if (!error) return undefined;
  const isTold = error instanceof ApiError && (error.status === 400 || error.status === 429);
  return isTold ? error.message : strings.nicheRequestFailed;
}
