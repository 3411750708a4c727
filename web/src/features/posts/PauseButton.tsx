/** Pauses and resumes posts: of this account, and of all accounts if there are several. */
import { Button, Menu } from '@mantine/core';
import { ChevronDown, Pause, Play } from 'lucide-react';
import { LoadingButton } from '../../ui/LoadingButton.tsx';
import { isPauseDisabled } from './posts.rules.ts';

type Props = {
  paused: boolean;
  pausedAll: boolean;
  busy: boolean;
  canceled: boolean;
  posts: number;
  /** The account's name where there are several accounts. */
  username: string | undefined;
  onSet: (paused: boolean, everything?: boolean) => void;
};

export function PauseButton({ paused, pausedAll, busy, canceled, posts, username, onSet }: Props) {
  const disabled = isPauseDisabled({ canceled, paused, posts });
  const icon = paused ? <Play size={16} aria-hidden /> : <Pause size={16} aria-hidden />;
  const word = paused ? 'Resume' : 'Pause';
  if (username === undefined) {
    return (
      <LoadingButton
        variant="default"
        leftSection={icon}
        loading={busy}
        disabled={disabled}
        onClick={() => onSet(!paused)}
      >
        {`${word} posts`}
      </LoadingButton>
    );
  }
  return (
    <Menu position="bottom-end" shadow="md" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={icon}
          rightSection={<ChevronDown size={16} aria-hidden />}
          disabled={disabled || busy}
        >
          {`${word} posts`}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onSet(!paused)}>
          {word} @{username}
        </Menu.Item>
        <Menu.Item onClick={() => onSet(!pausedAll, true)}>
          {pausedAll ? 'Resume all accounts' : 'Pause all accounts'}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
