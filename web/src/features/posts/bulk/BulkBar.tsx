/** The actions on the selected posts and their refusals. It floats above the end of the list. */
import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { Button, NumberInput, Popover } from '@mantine/core';
import { CalendarClock, Pause, Play, Trash2, X } from 'lucide-react';
import { type ComponentProps, type FormEvent, useState } from 'react';
import { LoadingButton } from '../../../ui/buttons/LoadingButton.tsx';
import { TextButton } from '../../../ui/buttons/TextButton.tsx';
import { RequestId } from '../../../ui/feedback/RequestId.tsx';
import { FloatingBar } from '../../../ui/layout/FloatingBar.tsx';
import { postName } from '../list/day-groups.rules.ts';
import { ownPostsStrings as strings } from '../posts.strings.ts';
import styles from './BulkBar.module.css';
import type { BulkAct, Refused, useBulk } from './useBulk.ts';

type Props = {
  bulk: ReturnType<typeof useBulk>;
  chosen: readonly Post[];
  /** How many filtered posts can be selected. */
  selectable: number;
  /** Used to name refused posts. */
  posts: readonly Post[];
  timeZone: string;
  onAct: (act: BulkAct) => void;
  onAll: () => void;
  onClear: () => void;
};

export function BulkBar({ bulk, chosen, selectable, posts, timeZone, onAct, onAll, onClear }: Props) {
  const arePaused = chosen.length > 0 && chosen.every((post) => post.isPaused);
  return (
    <FloatingBar label="Selected posts">
      {bulk.problem ? (
        <div className={styles.problem} role="alert">
          <p>{bulk.problem.text}</p>
          <RequestId id={bulk.problem.requestId} />
        </div>
      ) : null}
      {bulk.refused.length > 0 ? <RefusedPosts {...{ refused: bulk.refused, posts, timeZone }} /> : null}
      <div className={styles.line}>
        <p className={styles.count} role="status">
          {chosen.length > 0 ? strings.selected(chosen.length) : null}
        </p>
        {chosen.length > 0 && selectable > chosen.length ? (
          <TextButton onClick={onAll}>{strings.selectAll(selectable)}</TextButton>
        ) : null}
        {chosen.length > 0 ? (
          <div className={styles.acts}>
            <MoveDays bulk={bulk} onAct={onAct} />
            <ActButton
              bulk={bulk}
              does="pause"
              leftSection={arePaused ? <Play size={15} aria-hidden /> : <Pause size={15} aria-hidden />}
              onClick={() => onAct({ do: 'pause', paused: !arePaused })}
            >
              {arePaused ? 'Resume' : 'Pause'}
            </ActButton>
            <ActButton
              bulk={bulk}
              does="delete"
              leftSection={<Trash2 size={15} aria-hidden />}
              onClick={() => onAct({ do: 'delete' })}
            >
              Delete
            </ActButton>
          </div>
        ) : null}
        {bulk.isWaiting ? <TextButton onClick={bulk.cancel}>Cancel</TextButton> : null}
        <button
          type="button"
          className={styles.close}
          aria-label={chosen.length > 0 ? 'Clear selection' : 'Close'}
          onClick={onClear}
        >
          <X size={16} aria-hidden />
        </button>
      </div>
    </FloatingBar>
  );
}

type RefusedProps = { refused: Refused; posts: readonly Post[]; timeZone: string };

function RefusedPosts({ refused, posts, timeZone }: RefusedProps) {
  const nameOf = (id: string): string => {
    const post = posts.find((one) => one.id === id);
    const name = post ? postName(post, timeZone, Date.now()) : 'a post that is gone';
    return name.charAt(0).toUpperCase() + name.slice(1);
  };
  return (
    <div className={styles.problem} role="alert">
      <p>{strings.refused(refused.length)}</p>
      <ul className={styles.refused}>
        {refused.map(({ id, message }) => (
          <li key={id}>
            {nameOf(id)}: {message}
          </li>
        ))}
      </ul>
    </div>
  );
}

type ActProps = Pick<Props, 'bulk'> & { does: BulkAct['do'] } & ComponentProps<typeof LoadingButton>;

/** Disabled while another action runs. */
function ActButton({ bulk, does, ...rest }: ActProps) {
  const { acting, isWaiting } = bulk;
  const isOwn = acting?.do === does;
  return (
    <LoadingButton
      {...rest}
      size="sm"
      variant="default"
      loading={isOwn}
      waiting={isWaiting}
      disabled={acting !== null && !isOwn}
    />
  );
}

function MoveDays({ bulk, onAct }: Pick<Props, 'bulk' | 'onAct'>) {
  const [opened, setOpened] = useState(false);
  const [days, setDays] = useState<number | string>(1);
  const isFine = typeof days === 'number' && days !== 0;
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isFine) return;
    onAct({ do: 'move', days });
    setOpened(false);
  }
  return (
    <Popover opened={opened} onChange={setOpened} position="top" trapFocus shadow="md" withRoles>
      <Popover.Target>
        <ActButton
          bulk={bulk}
          does="move"
          leftSection={<CalendarClock size={15} aria-hidden />}
          onClick={() => setOpened((before) => !before)}
        >
          Move…
        </ActButton>
      </Popover.Target>
      <Popover.Dropdown>
        <form className={styles.move} onSubmit={submit}>
          <NumberInput
            label="Days"
            description="A negative number moves them earlier. Each keeps its time of day."
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            value={days}
            onChange={setDays}
            min={-60}
            max={60}
            allowDecimal={false}
            error={isFine ? null : 'Choose another day'}
            data-autofocus
          />
          <Button type="submit" size="sm" disabled={!isFine}>
            Move posts
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
