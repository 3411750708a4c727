/** What supports a saved post; nothing where nothing does, or where it cannot be told. */
import { isTemporaryId } from '@drumbeat/contract/posts.rules.ts';
import type { Post } from '@drumbeat/contract/posts.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/query.ts';
import { SourceLinks } from './SourceLinks.tsx';

/** `text` is what the post says while it is being edited. */
export function PostSources({ post, text }: { post: Pick<Post, 'id' | 'content'>; text?: string }) {
  const { data } = useQuery({
    ...queryOf('GET /api/posts/:id/sources', { params: { id: post.id } }),
    enabled: !isTemporaryId(post.id),
    staleTime: 0,
  });
  return <SourceLinks text={text ?? post.content} sources={data?.sources ?? []} />;
}
