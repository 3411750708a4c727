/** What supports a saved post; nothing where nothing does, or where it cannot be told. */
import type { PostSource } from '@drumbeat/contract/facts.ts';
import { isTemporaryId } from '@drumbeat/contract/posts.rules.ts';
import type { Post } from '@drumbeat/contract/posts.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/query.ts';
import { SourceLinks } from './SourceLinks.tsx';
import { mergeSources } from './sources.rules.ts';

type Props = {
  post: Pick<Post, 'id' | 'content'>;
  /** What the post says while it is being edited. */
  text?: string;
  /** What supports words that are not saved yet. */
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
