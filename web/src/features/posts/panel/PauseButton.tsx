/** Pauses and resumes posts of this account, or of all accounts if there are several. */
import { Button } from '@mantine/core';
import { ChevronDown, Pause, Play } from 'lucide-react';
import { LoadingButton } from '../../../ui/buttons/LoadingButton.tsx';
import { useMenuButton } from '../../../ui/buttons/useMenuButton.ts';
import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import { isPauseDisabled } from '../posts.rules.ts';
import styles from './panel.module.css';
import type { usePause } from './usePause.ts';

const PauseMenuItems = lazyDialog(async () => (await import('./menu-items.tsx')).PauseMenuItems);

type Props = {
  pause: ReturnType<typeof usePause>;
  pausedAll: boolean;
  canceled: boolean;
  hasPosts: boolean;
  /** The account's name if there are several accounts. */
  username: string | undefined;
};

export function PauseButton({ pause, pausedAll, canceled, hasPosts, username }: Props) {
  const { paused, busy, set } = pause;
  const { button, menu } = useMenuButton(PauseMenuItems.preload);
  const disabled = isPauseDisabled({ canceled, paused, hasPosts });
  const icon = paused ? <Play size={16} aria-hidden /> : <Pause size={16} aria-hidden />;
  const word = paused ? 'Resume' : 'Pause';
  if (username === undefined || pause.notYet) {
    return (
      <>
        <NotYet pause={pause} />
        <LoadingButton
          variant="default"
          className={styles.button ?? ''}
          leftSection={icon}
          loading={busy}
          waiting={pause.isWaiting}
          disabled={disabled}
          onClick={() => set(!paused)}
        >
          <span className={busy ? undefined : styles.words}>{`${word} posts`}</span>
        </LoadingButton>
      </>
    );
  }
  return (
    <>
      <Button
        variant="default"
        className={styles.button ?? ''}
        leftSection={icon}
        rightSection={<ChevronDown size={16} aria-hidden />}
        disabled={disabled || busy}
        {...button}
      >
        <span className={styles.words}>{`${word} posts`}</span>
      </Button>
      <PauseMenuItems
        {...menu}
        own={`${word} @${username}`}
        all={pausedAll ? 'Resume all accounts' : 'Pause all accounts'}
        onOwn={() => set(!paused)}
        onAll={() => set(!pausedAll, true)}
      />
    </>
  );
}

/** Shown while offline: what has not happened yet, with a button to cancel it. */
export function NotYet({ pause }: Pick<Props, 'pause'>) {
  if (!pause.notYet) return null;
  return (
    <>
      <p role="status" className={styles.notYet}>
        {pause.notYet}
      </p>
      <Button variant="subtle" color="gray" onClick={pause.cancel}>
        Cancel
      </Button>
    </>
  );
}
