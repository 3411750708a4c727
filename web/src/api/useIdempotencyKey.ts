import { useRef } from 'react';

/** An idempotency key for creating something: equal input gets the same key, so a retry adds nothing. */
export function useIdempotencyKey(): (input: object) => string {
  const last = useRef({ text: '', key: '' });
  return (input) => {
    const text = JSON.stringify(input);
    if (last.current.text !== text) last.current = { text, key: crypto.randomUUID() };
    return last.current.key;
  };
}
