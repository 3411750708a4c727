import { useRef } from 'react';

/** The key of a wish to create something: the same words have the same key, so that a repeat makes nothing twice. */
export function useWish(): (wish: object) => string {
  const last = useRef({ text: '', key: '' });
  return (wish) => {
    const text = JSON.stringify(wish);
    if (last.current.text !== text) last.current = { text, key: crypto.randomUUID() };
    return last.current.key;
  };
}
