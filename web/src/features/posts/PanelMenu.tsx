/** The panel's rarer acts: bring posts along, take them along, learn the keys. */
import { ActionIcon, Menu } from '@mantine/core';
import { Download, Ellipsis, Keyboard, Upload } from 'lucide-react';
import { exportPosts } from './export-posts.ts';

type Props = { mayImport: boolean; hasPosts: boolean; onImport: () => void; onShortcuts: () => void };

export function PanelMenu({ mayImport, hasPosts, onImport, onShortcuts }: Props) {
  return (
    <Menu position="bottom-end" width={220} shadow="md" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="default" size={44} aria-label="More about posts">
          <Ellipsis size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
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
      </Menu.Dropdown>
    </Menu>
  );
}
