import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { Check, Clock, LoaderCircle, type LucideIcon, Pause, X } from 'lucide-react';
import { signOf } from './describe.rules.ts';

const icons = {
  Posted: Check,
  Failed: X,
  Processing: LoaderCircle,
  Pending: Clock,
  Paused: Pause,
} as const satisfies Record<ReturnType<typeof signOf>, LucideIcon>;

/** The icon of a post's status, so that it does not depend on colour alone. Put the word next to it. */
export function StatusSign({ post, size = 12 }: { post: Post; size?: number }) {
  const Icon = icons[signOf(post)];
  return <Icon size={size} strokeWidth={2.5} aria-hidden />;
}
