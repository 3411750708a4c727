import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

const KEY = 'consoleSections';

function readOpen(): string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return Array.isArray(list) ? list.filter((id): id is string => typeof id === 'string') : ['overview'];
  } catch {
    return ['overview'];
  }
}

/**
 * Which sections are open, remembered on this device. A URL with `open=audit` also opens that section and
 * scrolls to it, so the page must use each section's id as its element id.
 */
export function useOpenSections(): {
  isOpen: (id: string) => boolean;
  toggle: (id: string, to: boolean) => void;
} {
  const [query, setQuery] = useSearchParams();
  const asked = query.get('open');
  const [open, setOpen] = useState(readOpen);
  const shown = asked && !open.includes(asked) ? [...open, asked] : open;

  useEffect(() => {
    if (asked) document.getElementById(asked)?.scrollIntoView({ block: 'start' });
  }, [asked]);

  function toggle(id: string, to: boolean): void {
    if (shown.includes(id) === to) return;
    const after = to ? [...shown, id] : shown.filter((each) => each !== id);
    localStorage.setItem(KEY, JSON.stringify(after));
    setOpen(after);
    if (asked !== id || to) return;
    setQuery(
      (before) => {
        const rest = new URLSearchParams(before);
        rest.delete('open');
        return rest;
      },
      { replace: true, preventScrollReset: true },
    );
  }
  return { isOpen: (id) => shown.includes(id), toggle };
}
