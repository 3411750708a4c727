/** Every key that does something on the dashboard. Opened by '?'. */
import { Dialog } from '../../ui/Dialog.tsx';
import styles from './ShortcutSheet.module.css';

const shortcuts = [
  [['J'], 'Next post'],
  [['K'], 'Previous post'],
  [['E'], 'Edit the post in focus'],
  [['X'], 'Select the post in focus; hold Shift on a checkbox for a range'],
  [['H'], 'Show its full text and history'],
  [['N'], 'Write a new post'],
  [['/'], 'Search posts'],
  [['Ctrl or ⌘', 'Enter'], 'Save or schedule what you are writing'],
  [['Esc'], 'Close, and keep what you typed as a draft'],
  [['?'], 'This list'],
] as const;

export function ShortcutSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
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
