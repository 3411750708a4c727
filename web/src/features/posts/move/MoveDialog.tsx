/** 'Move to…': enters a new date and time for one post. Errors are shown beside the fields. */
import type { Post } from '@drumbeat/contract/posts/posts.ts';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { describeError } from '../../../api/errors.ts';
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx';
import { moveStrings } from '../posts.strings.ts';
import { toWallClock } from '../wall-clock.rules.ts';
import styles from './move.module.css';
import { landingOf } from './move.rules.ts';
import { useMovePost } from './useMovePost.ts';

type Props = { post: Post; timeZone: string; windowEnd: number; onClose: () => void };

export function MoveDialog({ post, timeZone, windowEnd, onClose }: Props) {
  const { moveInDialog, isMoving } = useMovePost(timeZone);
  const [planned] = useState(() => toWallClock(Date.parse(post.scheduledTime), timeZone));
  const [day, setDay] = useState(planned.slice(0, 10));
  const [clock, setClock] = useState(planned.slice(11));
  const [problem, setProblem] = useState<string | null>(null);

  async function submit(): Promise<void> {
    const landing = landingOf(post, `${day}T${clock}`, { zone: timeZone, windowEnd, now: Date.now() });
    if ('problem' in landing) return setProblem(landing.problem);
    if (landing.at === Date.parse(post.scheduledTime)) return onClose();
    try {
      await moveInDialog(post, landing.at);
      onClose();
    } catch (error) {
      setProblem(moveStrings.refused(describeError(error, moveStrings.tryAgain)));
    }
  }
  function change(set: (value: string) => void) {
    return (event: { currentTarget: { value: string } }): void => {
      set(event.currentTarget.value);
      setProblem(null);
    };
  }

  return (
    <FormDialog
      title={moveStrings.title}
      submitLabel={moveStrings.submit}
      busyLabel={moveStrings.busy}
      busy={isMoving}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p className={styles.words}>{post.content}</p>
      <div className={styles.fields}>
        <TextInput
          type="date"
          label={moveStrings.date}
          value={day}
          min={toWallClock(Date.now(), timeZone).slice(0, 10)}
          max={toWallClock(windowEnd, timeZone).slice(0, 10)}
          onChange={change(setDay)}
          error={problem !== null}
          data-autofocus
        />
        <TextInput
          type="time"
          label={moveStrings.time}
          value={clock}
          onChange={change(setClock)}
          error={problem !== null}
        />
      </div>
      <p
        className={styles.note}
        data-problem={problem !== null || undefined}
        role={problem ? 'alert' : undefined}
      >
        {problem ?? moveStrings.zone(timeZone)}
      </p>
    </FormDialog>
  );
}
