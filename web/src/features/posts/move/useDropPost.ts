import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { notify } from '../../../ui/feedback/toasts.ts';
import { landingOf } from './move.rules.ts';
import { moveStrings } from './move.strings.ts';
import { useMovePost } from './useMovePost.ts';

/**
 * Drops a post on a local time in the zone (`2026-11-23T09:00`). If it may not go there, shows the reason in
 * a toast and returns false. `windowEnd` is the last instant of the schedule (ms).
 */
export function useDropPost(zone: string, windowEnd: number): (post: Post, wall: string) => boolean {
  const { move } = useMovePost(zone);
  return (post, wall) => {
    const landing = landingOf(post, wall, { zone, windowEnd, now: Date.now() });
    if ('problem' in landing) {
      notify.alert(moveStrings.refused(landing.problem));
      return false;
    }
    if (landing.at !== Date.parse(post.scheduledTime)) move(post, landing.at);
    return true;
  };
}
