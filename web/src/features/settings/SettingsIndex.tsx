import { useEffect, useState } from 'react';
import styles from './settings.module.css';
import { strings } from './settings.strings.ts';

type Entry = { id: string; title: string };

/** The section being read: the last one whose top is above the upper third of the window. */
function useCurrentSection(entries: readonly Entry[]): string | undefined {
  const [current, setCurrent] = useState(entries[0]?.id);
  useEffect(() => {
    function look(): void {
      const line = window.innerHeight / 3;
      const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
      const passed = entries.filter(({ id }) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top;
        return top !== undefined && top <= line;
      });
      setCurrent((isAtEnd && window.scrollY > 0 ? entries : passed).at(-1)?.id ?? entries[0]?.id);
    }
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [entries]);
  return current;
}

/** The sections of the page, with the current one marked. */
export function SettingsIndex({ entries }: { entries: readonly Entry[] }) {
  const current = useCurrentSection(entries);
  return (
    <nav className={styles.index} aria-label={strings.index}>
      <ul>
        {entries.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
