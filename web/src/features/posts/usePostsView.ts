import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type PostsView, readView, writeView } from './posts-view.rules.ts';

const everything = { search: '', when: 'all', status: 'all', page: 1 } as const satisfies Partial<PostsView>;
/** While somebody types, the address waits for a pause of this length: writing it redraws the page. */
const TYPING_MS = 300;

const isSame = (a: PostsView, b: PostsView): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What another one than we wrote into the address; what is being typed here stays. */
function changesOf(before: PostsView, after: PostsView): Partial<PostsView> {
  const names = Object.keys(after) as (keyof PostsView)[];
  return Object.fromEntries(
    names.filter((name) => before[name] !== after[name]).map((name) => [name, after[name]]),
  );
}

/**
 * Which part of the list is shown. The view changes at once; the address follows, so that it survives a reload and can
 * be linked to. An address that changes by itself (a link, Back) changes the view.
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

  /** Any change but of the page goes back to the first page. */
  const change = useCallback((to: Partial<PostsView>): void => {
    setView((before) => ({ ...before, page: 1, ...to }));
  }, []);
  const clear = useCallback((): void => change(everything), [change]);
  const turnTo = useCallback((page: number): void => change({ page }), [change]);
  return { view, change, clear, turnTo, openedAt };
}
