import { useRef } from 'react';

/** An idempotency key for creating something: equal input gets the same key, so a retry adds nothing. */
export function useWish(): (wish: object) => string {
  const last = useRef({ text: '', key: '' });
  return (wish) => {
    const text = JSON.stringify(wish);
    if (last.current.text !== text) last.current = { text, key: crypto.randomUUID() };
    return last.current.key;
  };
}
