import type { PostSource } from '@drumbeat/contract/facts/facts.ts';
import { isTemporaryId } from '@drumbeat/contract/posts/posts.rules.ts';
import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/query.ts';
import styles from './facts.module.css';
import { strings } from './facts.strings.ts';
import { mergeSources } from './sources.rules.ts';

type Props = { text: string; sources: readonly PostSource[] };

/**
 * The sources of the claims in a text: 'Supported by: $19 – Pro costs $19 a month'. Renders nothing without sources.
 *
 *     <SourceLinks text={draft.content} sources={draft.sources ?? []} />
 *
 * While the text is being edited, only claims that it still contains are listed.
 */
export function SourceLinks({ text, sources }: Props) {
  const shown = sources.filter(({ claim }) => text.includes(claim));
  if (shown.length === 0) return null;
  return (
    <section className={styles.sources} aria-label={strings.supportedBy}>
      <span>{strings.supportedBy}:</span>
      <ul>
        {shown.map(({ claim, sourceId, label, url }) => (
          <li key={`${sourceId} ${claim}`}>
            <strong>{claim}</strong> –{' '}
            {url ? (
              <a href={url} target="_blank" rel="noopener noreferrer nofollow">
                {label}
              </a>
            ) : (
              label
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

type PostSourcesProps = {
  post: Pick<Post, 'id' | 'content'>;
  /** The post's text while it is being edited. */
  text?: string;
  /** The sources of unsaved text. */
  more?: readonly PostSource[];
};

/** The sources of a saved post; renders nothing if there are none or they cannot be loaded. */
export function PostSources({ post, text, more = [] }: PostSourcesProps) {
  const { data } = useQuery({
    ...queryOf('GET /api/posts/:id/sources', { params: { id: post.id } }),
    enabled: !isTemporaryId(post.id),
    staleTime: 0,
  });
  return <SourceLinks text={text ?? post.content} sources={mergeSources(data?.sources ?? [], more)} />;
}
