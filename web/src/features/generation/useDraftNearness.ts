import type { DraftPost } from '@drumbeat/contract/generation.ts';
import type { Nearness } from '@drumbeat/contract/voice.ts';
import { useNearness } from '../voice/useNearness.ts';

/** How near drafts are to the account's own posts: as the job said, and for those that were edited as they are now. */
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
