import { Menu } from '@mantine/core';
import { Download, Keyboard, Upload } from 'lucide-react';
import { MenuAt } from '../../../ui/buttons/MenuAt.tsx';
import type { OpenedMenu } from '../../../ui/buttons/useMenuButton.ts';
import { exportPosts } from './export-posts.ts';

export type PanelActs = {
  mayImport: boolean;
  hasPosts: boolean;
  onImport: () => void;
  onShortcuts: () => void;
};

export function PanelMenuItems({
  mayImport,
  hasPosts,
  onImport,
  onShortcuts,
  ...menu
}: PanelActs & OpenedMenu) {
  return (
    <MenuAt {...menu} width={220}>
      {mayImport ? (
        <Menu.Item leftSection={<Upload size={16} aria-hidden />} onClick={onImport}>
          Import posts…
        </Menu.Item>
      ) : null}
      {hasPosts ? (
        <Menu.Item leftSection={<Download size={16} aria-hidden />} onClick={() => void exportPosts()}>
          Export posts
        </Menu.Item>
      ) : null}
      <Menu.Item leftSection={<Keyboard size={16} aria-hidden />} onClick={onShortcuts}>
        Keyboard shortcuts
      </Menu.Item>
    </MenuAt>
  );
}
