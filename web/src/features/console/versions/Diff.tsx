import { diffLines } from 'diff';
import styles from './VersionedEditor.module.css';

type Props = { label: string; before: string; after: string };

/** Unchanged lines shown around a change. */
const CONTEXT = 2;

/** A line-by-line diff; + and - signs mark changes without relying on colour. */
export function Diff({ label, before, after }: Props) {
  const parts = diffLines(ended(before), ended(after));
  return (
    <section className={styles.diff} aria-label={label}>
      {parts.flatMap((part, index) => {
        const sign = signOf(part);
        return shown(part.value, sign === ' ').map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no name, and none is moved.
          <div key={`${index}.${at}`} className={styles[names[sign]]}>
            <span aria-hidden>{sign}</span>
            <span className="visually-hidden">{words[sign]}</span>
            <code>{line}</code>
          </div>
        ));
      })}
    </section>
  );
}

type Sign = '+' | '-' | ' ';
const names = { '+': 'added', '-': 'removed', ' ': 'same' } as const;
const words = { '+': 'added: ', '-': 'removed: ', ' ': '' } as const;

function signOf({ added, removed }: { added?: boolean; removed?: boolean }): Sign {
  if (added) return '+';
  return removed ? '-' : ' ';
}

function ended(text: string): string {
  return text.endsWith('\n') || text === '' ? text : `${text}\n`;
}

function shown(text: string, isSame: boolean): string[] {
  const lines = text.replace(/\n$/, '').split('\n');
  if (!isSame || lines.length <= 2 * CONTEXT + 1) return lines;
  return [...lines.slice(0, CONTEXT), '…', ...lines.slice(-CONTEXT)];
}
