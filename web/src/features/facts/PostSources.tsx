/** The sources of a saved post; renders nothing if there are none or they cannot be loaded. */
import type { PostSource } from '@drumbeat/contract/facts/facts.ts';
import { isTemporaryId } from '@drumbeat/contract/posts/posts.rules.ts';
import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/query.ts';
import { SourceLinks } from './SourceLinks.tsx';
import { mergeSources } from './sources.rules.ts';

type Props = {
  post: Pick<Post, 'id' | 'content'>;
  /** The post's text while it is being edited. */
  text?: string;
  /** The sources of unsaved text. */
  more?: readonly PostSource[];
};

export function PostSources({ post, text, more = [] }: Props) {
  const { data } = useQuery({
    ...queryOf('GET /api/posts/:id/sources', { params: { id: post.id } }),
    enabled: !isTemporaryId(post.id),
    staleTime: 0,
  });
  return <SourceLinks text={text ?? post.content} sources={mergeSources(data?.sources ?? [], more)} />;
}
