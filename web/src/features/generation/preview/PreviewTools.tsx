/** The actions on one draft. Each button's label names the draft's time, for screen readers. */
import type { DraftPost } from '@drumbeat/contract/generation/generation.ts';
import { Menu } from '@mantine/core';
import { CalendarClock, Pencil, Repeat2, Trash2 } from 'lucide-react';
import { generationStrings as strings } from '../generation.strings.ts';
import styles from './PreviewPost.module.css';

type Props = {
  clock: string;
  removed: readonly DraftPost[];
  disabled: boolean;
  onEdit: () => void;
  onMove: () => void;
  onWriteAnother: () => void;
  /** Replaces the text with that of the removed draft with this id. */
  onReplace: (by: string) => void;
  onRemove: () => void;
};

/** Keeps focus within the row of buttons, so that several drafts can be removed one after the other. */
function focusNeighbour(button: HTMLElement): void {
  const all = [...(button.closest('[role="dialog"]')?.querySelectorAll<HTMLElement>('[data-remove]') ?? [])];
  const at = all.indexOf(button);
  (all[at + 1] ?? all[at - 1])?.focus();
}

export function PreviewTools(props: Props) {
  const { clock, removed, disabled } = props;
  const shared = { type: 'button' as const, className: styles.tool, disabled };
  const replace = (
    <button
      {...shared}
      onClick={removed.length === 0 ? props.onWriteAnother : undefined}
      aria-label={strings.replace(clock)}
      title={strings.replace(clock)}
    >
      <Repeat2 size={15} aria-hidden />
    </button>
  );
  return (
    <span className={styles.tools}>
      <button
        {...shared}
        data-edit
        onClick={props.onEdit}
        aria-label={strings.edit(clock)}
        title={strings.edit(clock)}
      >
        <Pencil size={14} aria-hidden />
      </button>
      <button
        {...shared}
        data-move
        onClick={props.onMove}
        aria-label={strings.move(clock)}
        title={strings.move(clock)}
      >
        <CalendarClock size={15} aria-hidden />
      </button>
      {removed.length === 0 ? (
        replace
      ) : (
        <Menu position="bottom-end" width={260} shadow="md">
          <Menu.Target>{replace}</Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={props.onWriteAnother}>{strings.writeAnother}</Menu.Item>
            <Menu.Label>{strings.useRemoved}</Menu.Label>
            {removed.map(({ id, content }) => (
              <Menu.Item key={id} onClick={() => props.onReplace(id)}>
                <span className={styles.offer}>{content}</span>
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <button
        {...shared}
        data-remove
        onClick={({ currentTarget }) => {
          focusNeighbour(currentTarget);
          props.onRemove();
        }}
        aria-label={strings.remove(clock)}
        title={strings.remove(clock)}
      >
        <Trash2 size={14} aria-hidden />
      </button>
    </span>
  );
}
