import { Menu } from '@mantine/core';
import { Download, Keyboard, Upload } from 'lucide-react';
import { call } from '../../../api/client.ts';
import { problemOf } from '../../../api/problem.ts';
import { MenuAt } from '../../../ui/buttons/MenuAt.tsx';
import type { OpenedMenu } from '../../../ui/buttons/useMenuButton.ts';
import { notify } from '../../../ui/feedback/toasts.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { ownPostsStrings as strings } from '../posts.strings.ts';

/** Downloads the person's posts of all accounts as a CSV file. */
async function exportPosts(): Promise<void> {
  try {
    const csv = await call('GET /api/posts/export');
    saveFile(`drumbeat-posts-${new Date().toISOString().slice(0, 10)}.csv`, csv);
    notify.success(strings.exported);
  } catch (error) {
    const { text, requestId } = problemOf(error, strings.notExported);
    notify.error(text, { requestId });
  }
}

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
