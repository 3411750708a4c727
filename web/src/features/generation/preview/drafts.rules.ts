import type { DraftPost } from '@drumbeat/contract/generation.ts';
import { POST_MAX } from '@drumbeat/contract/posts.rules.ts';
import { weightedLength } from '@drumbeat/contract/weighted-length.rules.ts';

/** What is previewed: the drafts that stay, and those that were removed, latest last. */
export type Drafts = { kept: readonly DraftPost[]; removed: readonly DraftPost[] };

export type DraftChange =
  | { do: 'edit'; id: string; content: string }
  | { do: 'remove'; id: string }
  | { do: 'undo' };

const byTime = (a: DraftPost, b: DraftPost): number =>
  Date.parse(a.scheduledTime) - Date.parse(b.scheduledTime);

export function changeDrafts({ kept, removed }: Drafts, change: DraftChange): Drafts {
  switch (change.do) {
    case 'edit':
      return {
        kept: kept.map((one) => (one.id === change.id ? { ...one, content: change.content } : one)),
        removed,
      };
    case 'remove': {
      const gone = kept.filter((one) => one.id === change.id);
      return { kept: kept.filter((one) => one.id !== change.id), removed: [...removed, ...gone] };
    }
    case 'undo': {
      const back = removed.slice(-1);
      return { kept: [...kept, ...back].sort(byTime), removed: removed.slice(0, -1) };
    }
  }
}

/** Why these drafts cannot be scheduled as they are; null when they can. */
export function draftsProblem(drafts: readonly DraftPost[]): string | null {
  if (drafts.length === 0) return 'There is nothing left to schedule.';
  const empty = drafts.filter((draft) => draft.content.trim() === '').length;
  if (empty > 0) return empty === 1 ? 'One post is empty.' : `${empty} posts are empty.`;
  const long = drafts.filter((draft) => weightedLength(draft.content) > POST_MAX).length;
  if (long > 0) return long === 1 ? 'One post is too long.' : `${long} posts are too long.`;
  return null;
}
