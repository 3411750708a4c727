/** The '⋯' button of a post. Its click is handled by the calendar as a whole. */
import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { Ellipsis } from 'lucide-react';
import { calendarStrings } from './calendar.strings.ts';
import { describePost } from './describe.rules.ts';

type Props = { post: Post; timeZone: string; className: string | undefined };

export function OptionsButton({ post, timeZone, className }: Props) {
  return (
    <button
      type="button"
      className={className}
      data-post-options={post.id}
      aria-haspopup="menu"
      aria-label={calendarStrings.options(describePost(post, timeZone))}
    >
      <Ellipsis size={16} aria-hidden />
    </button>
  );
}
