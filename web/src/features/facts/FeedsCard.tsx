import { FEED_URL_MAX, FEEDS_MOST, feedProblemTexts } from '@drumbeat/contract/facts/facts.rules.ts';
import type { FactFeed } from '@drumbeat/contract/facts/facts.ts';
import { ActionIcon, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { CircleAlert, RefreshCw, Trash2 } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import { requestIdOf, serverMessageOf } from '../../api/errors.ts';
import { useCurrentUser } from '../../api/query.ts';
import { useOfflineWait } from '../../api/useOfflineWait.ts';
import { LoadingButton } from '../../ui/buttons/LoadingButton.tsx';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { notify } from '../../ui/feedback/toasts.ts';
import { Section } from '../../ui/layout/Section.tsx';
import { TimeText } from '../../ui/time/TimeText.tsx';
import styles from './facts.module.css';
import { refreshFacts } from './facts.query.ts';
import { strings } from './facts.strings.ts';

function FeedRow({ feed, onRemove }: { feed: FactFeed; onRemove: () => void }) {
  const { timeZone } = useCurrentUser();
  const read = useMutation({
    mutationFn: () => call('POST /api/facts/feeds/:id/refresh', { params: { id: feed.id } }),
    onSuccess: () => notify.success(strings.feedRefreshed),
    onError: (error) =>
      notify.error(serverMessageOf(error, strings.feedRefreshFailed), { requestId: requestIdOf(error) }),
    onSettled: refreshFacts,
  });
  return (
    <li className={styles.feed}>
      <div className={styles.row}>
        <div className={styles.text}>
          <p className={styles.name}>{feed.title}</p>
          <p className={styles.small}>{feed.url}</p>
          <p className={styles.small}>
            {strings.feedRead} <TimeText iso={feed.readAt} timeZone={timeZone} />
          </p>
        </div>
        <span className={styles.tools}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={strings.feedRefresh(feed.title)}
            aria-busy={read.isPending || undefined}
            onClick={() => (read.isPending ? undefined : read.mutate())}
          >
            <RefreshCw size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={strings.feedRemove(feed.title)}
            onClick={onRemove}
          >
            <Trash2 size={16} aria-hidden />
          </ActionIcon>
        </span>
      </div>
      {feed.problem ? (
        <p className={styles.problem}>
          <CircleAlert size={16} aria-hidden />
          <span>
            {feedProblemTexts[feed.problem]} {feed.entries.length > 0 ? strings.feedOld : ''}
          </span>
        </p>
      ) : null}
      <details className={styles.entries}>
        <summary>{strings.feedEntries(feed.entries.length)}</summary>
        <ul>
          {feed.entries.map(({ id, title, url }) => (
            <li key={id}>
              {url ? (
                <a href={url} target="_blank" rel="noopener noreferrer nofollow">
                  {title}
                </a>
              ) : (
                title
              )}
            </li>
          ))}
        </ul>
      </details>
    </li>
  );
}

type Props = { accountId: string; feeds: readonly FactFeed[]; hosts: readonly string[] };

/** The feeds of an account: added by URL, each with its latest entries and why it cannot be read, if so. */
export function FeedsCard({ accountId, feeds, hosts }: Props) {
  const [leaving, setLeaving] = useState<FactFeed | null>(null);
  const remove = useMutation({
    mutationFn: (id: string) => call('DELETE /api/facts/feeds/:id', { params: { id } }),
    async onSuccess() {
      notify.success(strings.feedRemoved);
      await refreshFacts();
    },
    onError: (error) =>
      notify.error(serverMessageOf(error, strings.feedRemoveFailed), { requestId: requestIdOf(error) }),
  });
  const wait = useOfflineWait(remove);
  const isOff = hosts.length === 0;
  return (
    <Section title={strings.feeds} lead={isOff ? strings.feedsOff : strings.feedsLead}>
      {isOff || feeds.length >= FEEDS_MOST ? null : <AddFeed accountId={accountId} hosts={hosts} />}
      {feeds.length >= FEEDS_MOST ? <p className={styles.empty}>{strings.feedsFull}</p> : null}
      {feeds.length === 0 && !isOff ? <p className={styles.empty}>{strings.feedsEmpty}</p> : null}
      {feeds.length > 0 ? (
        <ul className={styles.list} aria-label={strings.feeds}>
          {feeds.map((feed) => (
            <FeedRow key={feed.id} feed={feed} onRemove={() => setLeaving(feed)} />
          ))}
        </ul>
      ) : null}
      <ConfirmDialog
        opened={leaving !== null}
        onClose={() => {
          wait.cancel();
          setLeaving(null);
        }}
        waiting={wait.isWaiting}
        title={strings.feedRemoveTitle}
        confirmLabel={strings.feedRemoveConfirm}
        onConfirm={() => remove.mutateAsync(leaving?.id ?? '')}
      >
        {strings.feedRemoveWords(leaving?.title ?? '')}
      </ConfirmDialog>
    </Section>
  );
}

function AddFeed({ accountId, hosts }: Omit<Props, 'feeds'>) {
  const field = useRef<HTMLInputElement>(null);
  const [url, setUrl] = useState('');
  const add = useMutation({
    mutationFn: () =>
      call('POST /api/facts/feeds', { body: { twitterAccountId: accountId, url: url.trim() } }),
    async onSuccess() {
      setUrl('');
      await refreshFacts();
    },
    onError: () => field.current?.focus(),
  });
  const wait = useOfflineWait(add);
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (add.isPending) return;
    if (url.trim() === '') field.current?.focus();
    else add.mutate();
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit} aria-label={strings.feedAdd}>
      <div className={styles.address}>
        <TextInput
          ref={field}
          type="url"
          inputMode="url"
          label={strings.feedUrl}
          description={strings.feedHosts(hosts)}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          placeholder="https://"
          maxLength={FEED_URL_MAX}
          value={url}
          error={add.error ? serverMessageOf(add.error, strings.feedFailed) : undefined}
          onChange={(event) => {
            setUrl(event.currentTarget.value);
            if (add.isError) add.reset();
          }}
        />
        <LoadingButton
          type="submit"
          variant="default"
          loading={add.isPending}
          waiting={wait.isWaiting}
          loadingLabel={strings.feedReading}
        >
          {strings.feedAdd}
        </LoadingButton>
      </div>
    </form>
  );
}
