import { COMPARED_MAX, IMPORTED_POST_MAX } from '@drumbeat/contract/voice.rules.ts';
import type { Nearness } from '@drumbeat/contract/voice.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/query.ts';

/** Typing goes on this long before what was typed is compared. */
const PAUSE_MS = 700;

type Compared = { of: (text: string) => Nearness | null; set: Nearness | null };
const nothing: Compared = { of: () => null, set: null };

/** How near these texts are to the account's voice, each and as a set, as soon as nobody types. */
export function useNearness(
  accountId: string | undefined,
  texts: readonly string[],
  enabled: boolean,
): Compared {
  const sent = texts.slice(0, COMPARED_MAX).map((text) => text.slice(0, IMPORTED_POST_MAX));
  // The texts by what they say: a new list of the same is no change.
  const [settled] = useDebouncedValue(JSON.stringify(sent), PAUSE_MS);
  const asked = JSON.parse(settled) as string[];
  const { data, isPlaceholderData } = useQuery({
    ...queryOf('POST /api/voice/nearness', {
      body: { texts: asked, ...(accountId === undefined ? {} : { twitterAccountId: accountId }) },
    }),
    enabled: enabled && asked.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  });
  if (!data || !enabled) return nothing;
  // Until the answer comes the score of the set stays as it was; those of the texts belong to other texts by now.
  return {
    of: (text) => (isPlaceholderData ? null : (data.texts[asked.indexOf(text)] ?? null)),
    set: data.set,
  };
}
