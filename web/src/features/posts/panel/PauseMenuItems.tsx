import { Menu } from '@mantine/core';
import { MenuAt } from '../../../ui/buttons/MenuAt.tsx';
import type { OpenedMenu } from '../../../ui/buttons/useMenuButton.ts';

type Props = OpenedMenu & { own: string; all: string; onOwn: () => void; onAll: () => void };

/** Pauses or resumes the selected account, or all of them. */
export function PauseMenuItems({ own, all, onOwn, onAll, ...menu }: Props) {
  return (
    <MenuAt {...menu}>
      <Menu.Item onClick={onOwn}>{own}</Menu.Item>
      <Menu.Item onClick={onAll}>{all}</Menu.Item>
    </MenuAt>
  );
}
