import { useState } from 'react';
import { type DraftKey, type DraftSchema, dropDraft, keepDraft, readDraft } from '../base/keep.ts';
import { useCurrentUser } from './query.ts';

export type Draft<T> = {
  value: T;
  /** Stores the new value; a value equal to `initial` removes the draft. */
  change: (to: T) => void;
  /** The value comes from an earlier, unsaved draft: say 'Draft kept' and offer to discard it. */
  isRestored: boolean;
  /** Resets to `initial` and removes the draft. */
  discard: () => void;
  /** Removes the draft because it was saved; the value stays on screen. */
  drop: () => void;
};

/**
 * State for text input that survives a reload and the end of a session.
 *
 *     const draft = useDraft(`edit:${post.id}`, z.object({ content: z.string() }), { content: post.content });
 *
 * `initial` must be JSON-serializable. `name` must not change while the component is mounted: give it a `key`.
 */
export function useDraft<T>(name: string, schema: DraftSchema<T>, initial: T): Draft<T> {
  const { id } = useCurrentUser();
  const key: DraftKey = { person: id, name };
  const [state, setState] = useState(() => {
    const kept = readDraft(key, schema);
    return { value: kept ?? initial, isRestored: kept !== null };
  });
  return {
    ...state,
    change: (value) => {
      if (JSON.stringify(value) === JSON.stringify(initial)) dropDraft(key);
      else keepDraft(key, value);
      setState((before) => ({ ...before, value }));
    },
    discard: () => {
      dropDraft(key);
      setState({ value: initial, isRestored: false });
    },
    drop: () => {
      dropDraft(key);
      setState((before) => ({ ...before, isRestored: false }));
    },
  };
}
