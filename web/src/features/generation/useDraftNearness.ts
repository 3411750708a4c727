import type { DraftPost } from '@drumbeat/contract/generation/generation.ts';
import type { Nearness } from '@drumbeat/contract/voice/voice.ts';
import { useNearness } from '../voice/useNearness.ts';

/** How close drafts are to the account's own posts: from the job, and recalculated for edited ones. */
export function useDraftNearness(
  accountId: string | undefined,
  written: readonly DraftPost[],
  shown: readonly DraftPost[],
): { of: (text: string) => Nearness | null; set: Nearness | null } {
  const known = new Map(written.map(({ content, nearness }) => [content, nearness ?? null]));
  const isKnown = written.some(({ nearness }) => nearness !== undefined);
  const texts = shown.map(({ content }) => content);
  const compared = useNearness(accountId, texts, isKnown);
  return { of: (text) => known.get(text) ?? compared.of(text), set: compared.set };
}
