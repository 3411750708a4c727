/** The private calendar feed: its URL is the secret and is shown only once. */
import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { describeError, requestIdOf } from '../../api/errors.ts';
import { invalidate, queryOf, useCurrentUser } from '../../api/query.ts';
import { useOfflineWait } from '../../api/useOfflineWait.ts';
import { LoadingButton } from '../../ui/buttons/LoadingButton.tsx';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { ErrorBox } from '../../ui/feedback/ErrorBox.tsx';
import { notify } from '../../ui/feedback/toasts.ts';
import { Section } from '../../ui/layout/Section.tsx';
import { dateText } from '../../ui/time/time.ts';
import styles from './settings.module.css';
import { strings } from './settings.strings.ts';

const feedQuery = queryOf('GET /api/posts/feed');

function tellFailure(error: unknown): void {
  notify.error(describeError(error, strings.feedFailed), { requestId: requestIdOf(error) });
}

async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    notify.success(strings.feedCopied);
  } catch {
    notify.error(strings.feedNotCopied);
  }
}

export function FeedCard() {
  const { timeZone, view } = useCurrentUser();
  // Not loaded in a view, because the URL is secret.
  const { data, error, refetch } = useQuery({ ...feedQuery, enabled: !view });
  const [asking, setAsking] = useState<'renew' | 'end' | null>(null);
  const make = useMutation({
    mutationFn: () => call('POST /api/posts/feed'),
    onSuccess: () => invalidate('GET /api/posts/feed'),
    onError: tellFailure,
  });
  const end = useMutation({
    mutationFn: () => call('DELETE /api/posts/feed'),
    onSuccess: async ({ message }) => {
      make.reset();
      notify.success(message);
      await invalidate('GET /api/posts/feed');
    },
    onError: tellFailure,
  });
  const waitMake = useOfflineWait(make);
  const waitEnd = useOfflineWait(end);
  const url = make.data?.url;
  const lead = view ? strings.feedViewed : strings.feedLead;
  return (
    <Section title={strings.feed}>
      {error && !data ? (
        <ErrorBox
          what={strings.feedUnread}
          message={describeError(error, '')}
          requestId={requestIdOf(error)}
          onRetry={() => void refetch()}
        />
      ) : null}
      <div className={styles.row}>
        <p className={styles.words}>
          {data?.isOn && data.since
            ? strings.feedOn(dateText(Date.parse(data.since), timeZone, Date.now()))
            : lead}
        </p>
        {data?.isOn ? (
          <div className={styles.buttons}>
            <Button variant="default" onClick={() => setAsking('renew')}>
              {strings.feedRenew}
            </Button>
            <Button variant="default" onClick={() => setAsking('end')}>
              {strings.feedEnd}
            </Button>
          </div>
        ) : (
          <LoadingButton
            variant="default"
            disabled={data === undefined}
            loading={make.isPending}
            waiting={waitMake.isWaiting}
            loadingLabel={strings.feedMaking}
            onClick={() => make.mutate()}
          >
            {strings.feedMake}
          </LoadingButton>
        )}
      </div>
      {url ? (
        <div className={styles.secret}>
          <TextInput
            label={strings.feedAddress}
            description={strings.feedOnce}
            inputWrapperOrder={['label', 'input', 'description']}
            value={url}
            readOnly
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button variant="default" onClick={() => void copy(url)}>
            {strings.feedCopy}
          </Button>
        </div>
      ) : null}
      <ConfirmDialog
        opened={asking !== null}
        onClose={() => {
          waitMake.cancel();
          waitEnd.cancel();
          setAsking(null);
        }}
        waiting={waitMake.isWaiting || waitEnd.isWaiting}
        title={asking === 'end' ? strings.feedEndTitle : strings.feedRenewTitle}
        confirmLabel={asking === 'end' ? strings.feedEnd : strings.feedRenew}
        onConfirm={() => (asking === 'end' ? end.mutateAsync() : make.mutateAsync())}
      >
        {strings.feedLost}
      </ConfirmDialog>
    </Section>
  );
}
