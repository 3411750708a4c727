import { COMPARED_MAX, IMPORTED_POST_MAX } from '@drumbeat/contract/voice/voice.rules.ts';
import type { Nearness } from '@drumbeat/contract/voice/voice.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/query.ts';
import styles from './voice.module.css';
import { strings } from './voice.strings.ts';

type Props = { nearness: Nearness | null | undefined; isSet?: boolean };

/** How close a text is to the person's own posts, shown unobtrusively; the reasons expand below. */
export function NearnessSign({ nearness, isSet = false }: Props) {
  if (!nearness) return null;
  const words = isSet ? strings.nearnessOfSet(nearness.score) : strings.nearness(nearness.score);
  if (nearness.reasons.length === 0) return <p className={styles.nearness}>{words}</p>;
  return (
    <details className={styles.nearness}>
      <summary>{words}</summary>
      <ul>
        {nearness.reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </details>
  );
}

/** How long to wait after the last key press before comparing. */
const PAUSE_MS = 700;

type Compared = { of: (text: string) => Nearness | null; set: Nearness | null };

const nothing: Compared = { of: () => null, set: null };

/** How close these texts are to the account's voice, each and as a set; updated after a pause in typing. */
export function useNearness(
  accountId: string | undefined,
  texts: readonly string[],
  enabled: boolean,
): Compared {
  const sent = texts.slice(0, COMPARED_MAX).map((text) => text.slice(0, IMPORTED_POST_MAX));
  // Compared by content: a new array with the same texts is no change.
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
  // While refetching, the score of the set stays; those of single texts no longer match them.
  return {
    of: (text) => (isPlaceholderData ? null : (data.texts[asked.indexOf(text)] ?? null)),
    set: data.set,
  };
}
