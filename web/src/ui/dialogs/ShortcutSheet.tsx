/** Lists a screen's keyboard shortcuts; opened by '?'. `<ShortcutSheet shortcuts={[[['J'], 'Next']]} …/>` */
import { Dialog } from './Dialog.tsx';
import styles from './dialogs.module.css';

export type Shortcut = readonly [keys: readonly string[], words: string];
type Props = { shortcuts: readonly Shortcut[]; opened: boolean; onClose: () => void };

export function ShortcutSheet({ shortcuts, opened, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Keyboard shortcuts">
      <dl className={styles.list}>
        {shortcuts.map(([keys, words]) => (
          <div key={words}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
