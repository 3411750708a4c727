import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

/**
 * Filters of one section, kept in the URL as `section.name=…`, so that they survive a reload, a link and Back. Defaults
 * are left out. Changing anything except `page` goes back to the first page.
 *
 *     const [filters, setFilters] = useFilters('feedback', { q: '', category: '', page: '1' });
 */
export function useFilters<F extends Record<string, string>>(
  section: string,
  defaults: F,
): [filters: F, setFilters: (change: Partial<F>) => void] {
  const [query, setQuery] = useSearchParams();
  // The router draws a new address in a transition: a second change may come before that.
  const newest = useRef(query);
  useEffect(() => {
    newest.current = query;
  }, [query]);
  const filters = Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [name, query.get(`${section}.${name}`) ?? value]),
  ) as F;
  function setFilters(change: Partial<F>): void {
    const first = 'page' in change || !('page' in defaults) ? {} : { page: defaults.page };
    const after = new URLSearchParams(newest.current);
    for (const [name, value] of Object.entries({ ...first, ...change })) {
      if (value === undefined || value === defaults[name]) after.delete(`${section}.${name}`);
      else after.set(`${section}.${name}`, value);
    }
    newest.current = after;
    setQuery(after, { replace: true, preventScrollReset: true });
  }
  return [filters, setFilters];
}
