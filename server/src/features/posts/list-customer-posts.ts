import { CUSTOMER_POSTS_PAGE as SIZE } from '@drumbeat/contract/posts/posts.admin.ts';
import { listPostsPage } from '../post/post.queries.ts';
import type { PostRecord } from '../post/post.types.ts';
import { findCustomer } from '../users/users.queries.ts';
import type { PostsDeps } from './posts.deps.ts';

type Query = { userId: number; twitterAccountId?: number | undefined; page: number };

/**
 * A page of a customer's posts for staff, latest planned time first, including those of disconnected
 * accounts. Throws NOT_FOUND.
 */
export async function listCustomerPosts(
  deps: Pick<PostsDeps, 'db'>,
  { userId, twitterAccountId: accountId, page }: Query,
): Promise<{ posts: PostRecord[]; nextPage: number | null }> {
  await findCustomer(deps.db, userId);
  const found = await listPostsPage(
    deps.db,
    { userId, accountId },
    { offset: (page - 1) * SIZE, limit: SIZE + 1 },
  );
  return { posts: found.slice(0, SIZE), nextPage: found.length > SIZE ? page + 1 : null };
}
