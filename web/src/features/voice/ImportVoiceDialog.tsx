/** Imports the person's own posts for the profile: pasted, or from an X archive that the browser reads. */

import { SegmentedControl, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import { useOfflineWait } from '../../api/useOfflineWait.ts';
import { FileChoice } from '../../ui/buttons/FileChoice.tsx';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { DialogProblem } from '../../ui/feedback/ErrorBox.tsx';
import { notify } from '../../ui/feedback/toasts.ts';
import { type OwnPost, type ReadPosts, readPasted } from './archive.rules.ts';
import { readArchiveFile } from './read-archive-file.ts';
import styles from './voice.module.css';
import { rememberVoice } from './voice.query.ts';
import { strings } from './voice.strings.ts';

type Source = 'archive' | 'pasted';
type Props = { accountId: string; onClose: () => void };

const sources = [
  { value: 'archive', label: strings.archive },
  { value: 'pasted', label: strings.pasted },
] as const satisfies { value: Source; label: string }[];

export function ImportVoiceDialog({ accountId, onClose }: Props) {
  const [source, setSource] = useState<Source>('archive');
  const [typed, setTyped] = useState('');
  const archive = useArchive();
  const save = useMutation({
    mutationFn: (posts: OwnPost[]) =>
      call('POST /api/voice/import', { body: { twitterAccountId: accountId, source, posts } }),
    onSuccess({ voice, read, leftOut }) {
      rememberVoice(accountId, voice);
      notify.success(strings.imported(read, leftOut));
      onClose();
    },
  });
  const wait = useOfflineWait(save);
  const pasted = typed.trim() === '' ? null : readPasted(typed);
  const found = source === 'archive' ? archive.found : pasted;

  return (
    <FormDialog
      title={strings.importTitle}
      submitLabel={strings.makeProfile}
      busyLabel={strings.making}
      busy={save.isPending}
      waiting={wait.isWaiting}
      blocked={!found || 'problem' in found}
      size={600}
      onSubmit={() => found && 'posts' in found && save.mutate(found.posts)}
      onClose={() => {
        wait.cancel();
        onClose();
      }}
    >
      <SegmentedControl
        aria-label={strings.from}
        data={[...sources]}
        value={source}
        onChange={(to) => {
          setSource(to as Source);
          save.reset();
        }}
      />
      {source === 'archive' ? (
        <ArchiveField
          name={archive.name}
          onChoose={(file) => {
            save.reset();
            archive.read(file);
          }}
        />
      ) : (
        <Textarea
          label={strings.paste}
          description={strings.pasteHelp}
          autosize
          minRows={8}
          maxRows={16}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            save.reset();
          }}
        />
      )}
      <Found found={found} isReading={source === 'archive' && archive.isReading} />
      <DialogProblem problem={save.error ? problemOf(save.error, strings.notImported) : null} />
    </FormDialog>
  );
}

type Archive = {
  name: string | null;
  found: ReadPosts | null;
  isReading: boolean;
  read: (file: File) => void;
};

/** The chosen file and its posts. Choosing another file or closing the dialog aborts reading. */
function useArchive(): Archive {
  const [state, setState] = useState<Omit<Archive, 'read'>>({ name: null, found: null, isReading: false });
  const reading = useRef<AbortController>(undefined);
  useEffect(() => () => reading.current?.abort(), []);
  function read(file: File): void {
    reading.current?.abort();
    const own = new AbortController();
    reading.current = own;
    setState({ name: file.name, found: null, isReading: true });
    void readArchiveFile(file, own.signal).then((found) => {
      if (!own.signal.aborted) setState({ name: file.name, found, isReading: false });
    });
  }
  return { ...state, read };
}

type FieldProps = { name: string | null; onChoose: (file: File) => void };

function ArchiveField({ name, onChoose }: FieldProps) {
  function choose(event: ChangeEvent<HTMLInputElement>): void {
    const file = event.currentTarget.files?.[0];
    // Allows choosing the same file again.
    event.currentTarget.value = '';
    if (file) onChoose(file);
  }
  return (
    <>
      <p className={styles.help}>{strings.archiveHelp}</p>
      <p className={styles.help}>{strings.archivePrivate}</p>
      <FileChoice
        accept=".js,text/javascript"
        label={strings.choose}
        name={name ?? strings.noFile}
        onChoose={choose}
      />
    </>
  );
}

/** What was found, or why nothing was. */
function Found({ found, isReading }: { found: ReadPosts | null; isReading: boolean }) {
  if (isReading)
    return (
      <p className={styles.found} role="status">
        {strings.reading}
      </p>
    );
  if (!found) return null;
  if ('problem' in found) return <DialogProblem problem={{ text: found.problem }} />;
  return (
    <p className={styles.found} role="status">
      {strings.found(found.posts.length, found.leftOut)}
    </p>
  );
}
