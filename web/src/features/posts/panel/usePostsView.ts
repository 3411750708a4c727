import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type PostsView, readView, writeView } from './posts-view.rules.ts';

const everything = { search: '', when: 'all', status: 'all', page: 1 } as const satisfies Partial<PostsView>;
/** While typing, the URL is updated only after a pause this long, because that re-renders the page. */
const TYPING_MS = 300;

const isSame = (a: PostsView, b: PostsView): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What someone else changed in the URL; input in progress stays. */
function changesOf(before: PostsView, after: PostsView): Partial<PostsView> {
  const names = Object.keys(after) as (keyof PostsView)[];
  return Object.fromEntries(
    names.filter((name) => before[name] !== after[name]).map((name) => [name, after[name]]),
  );
}

/**
 * The view of the list. It changes at once; the URL follows, so that it survives a reload and can be linked
 * to. If the URL changes otherwise (a link, Back), the view follows it.
 */
export function usePostsView() {
  const [params, setParams] = useSearchParams();
  const [view, setView] = useState(() => readView(params));
  const inAddress = useRef(view);
  const address = useRef({ params, setParams });
  const [openedAt] = useState(() => Date.now());

  useEffect(() => {
    address.current = { params, setParams };
    const read = readView(params);
    if (isSame(read, inAddress.current)) return;
    const changes = changesOf(inAddress.current, read);
    inAddress.current = read;
    setView((before) => ({ ...before, ...changes }));
  }, [params, setParams]);

  useEffect(() => {
    if (isSame(view, inAddress.current)) return;
    const write = (): void => {
      inAddress.current = view;
      address.current.setParams(writeView(address.current.params, view), {
        replace: true,
        preventScrollReset: true,
      });
    };
    const timer = setTimeout(write, view.search === inAddress.current.search ? 0 : TYPING_MS);
    return () => clearTimeout(timer);
  }, [view]);

  /** Any change except of the page goes back to the first page. */
  const change = useCallback((to: Partial<PostsView>): void => {
    setView((before) => ({ ...before, page: 1, ...to }));
  }, []);
  const clear = useCallback((): void => change(everything), [change]);
  const turnTo = useCallback((page: number): void => change({ page }), [change]);
  return { view, change, clear, turnTo, openedAt };
}
