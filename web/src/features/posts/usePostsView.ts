import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type PostsView, readView, writeView } from './posts-view.rules.ts';

const everything = { search: '', when: 'all', status: 'all', page: 1 } as const satisfies PostsView;

/** Which part of the list is shown. It is kept in the address, so that it survives a reload and can be linked to. */
export function usePostsView() {
  const [params, setParams] = useSearchParams();
  const fromAddress = readView(params);
  // While somebody types, the field changes before the address does.
  const [search, setSearch] = useState(fromAddress.search);
  // Two changes in one moment: the second builds on the first, which the address does not show yet.
  const latest = useRef(params);
  useEffect(() => {
    latest.current = params;
  }, [params]);
  const [openedAt] = useState(() => Date.now());

  function change(to: Partial<PostsView>): void {
    if (to.search !== undefined) setSearch(to.search);
    latest.current = writeView(latest.current, to);
    setParams(latest.current, { replace: true, preventScrollReset: true });
  }
  return { view: { ...fromAddress, search }, change, clear: () => change(everything), openedAt };
}
