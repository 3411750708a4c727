/** Asks for confirmation before a test tweet is posted, and shows its text. */
import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError, requestIdOf } from '../../api/errors.ts';
import { queryOf } from '../../api/query.ts';
import { LoadingButton } from '../../ui/buttons/LoadingButton.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { ErrorBox } from '../../ui/feedback/ErrorBox.tsx';
import styles from './publishing.module.css';
import { publishingStrings as strings } from './publishing.strings.ts';
import { sendTestTweet } from './send-test-tweet.ts';

type Props = { account: XAccount | undefined; opened: boolean; onClose: () => void };

export function TestTweetDialog({ account, opened, onClose }: Props) {
  const [busy, setBusy] = useState(false);
  // The text contains the current time, so it is fetched anew on each opening.
  const tweet = useQuery({ ...queryOf('GET /api/test-tweet'), enabled: opened, staleTime: 0, gcTime: 0 });
  async function send(): Promise<void> {
    setBusy(true);
    await sendTestTweet(account, tweet.data?.at);
    setBusy(false);
    onClose();
  }
  const footer = (
    <>
      <Button variant="default" onClick={onClose} disabled={busy} data-autofocus>
        Cancel
      </Button>
      <LoadingButton loading={busy} disabled={!tweet.data} onClick={() => void send()}>
        {strings.testConfirm}
      </LoadingButton>
    </>
  );
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={strings.testTitle(account?.username ?? '')}
      locked={busy}
      footer={footer}
      size={440}
    >
      <p>{strings.testWords}</p>
      {tweet.error ? (
        <ErrorBox
          what={strings.testNoText}
          message={describeError(tweet.error, 'Please try again.')}
          requestId={requestIdOf(tweet.error)}
          onRetry={() => void tweet.refetch()}
        />
      ) : (
        <blockquote className={styles.text}>{tweet.data?.text ?? ' '}</blockquote>
      )}
    </Dialog>
  );
}
