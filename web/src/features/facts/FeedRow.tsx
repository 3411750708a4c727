import { feedProblemTexts } from '@drumbeat/contract/facts/facts.rules.ts';
import type { FactFeed } from '@drumbeat/contract/facts/facts.ts';
import { ActionIcon } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { CircleAlert, RefreshCw, Trash2 } from 'lucide-react';
import { call } from '../../api/client.ts';
import { requestIdOf, serverMessageOf } from '../../api/errors.ts';
import { useCurrentUser } from '../../api/query.ts';
import { notify } from '../../ui/feedback/toasts.ts';
import { TimeText } from '../../ui/time/TimeText.tsx';
import styles from './facts.module.css';
import { refreshFacts } from './facts.query.ts';
import { strings } from './facts.strings.ts';

export function FeedRow({ feed, onRemove }: { feed: FactFeed; onRemove: () => void }) {
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
