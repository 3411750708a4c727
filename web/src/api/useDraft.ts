import { useState } from 'react';
import { type DraftKey, type DraftSchema, dropDraft, keepDraft, readDraft } from '../base/keep.ts';
import { useCurrentUser } from './query.ts';

export type Draft<T> = {
  value: T;
  /** Keeps the new value; one equal to `initial` is no draft any more. */
  change: (to: T) => void;
  /** The value came from a draft, and is not saved or discarded yet: say 'Draft kept' and offer to discard it. */
  isRestored: boolean;
  /** Back to `initial`, and forgotten. */
  discard: () => void;
  /** Forgotten because it is saved; the value stays on screen. */
  drop: () => void;
};

/**
 * State that survives a reload and the end of a session, for what somebody types.
 *
 *     const draft = useDraft(`edit:${post.id}`, z.object({ content: z.string() }), { content: post.content });
 *
 * `initial` is a value that JSON can carry. The name is fixed for the life of the component: give it a `key`.
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
