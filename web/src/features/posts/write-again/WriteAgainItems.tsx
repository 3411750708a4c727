import type { RewriteWay } from '@drumbeat/contract/posts/rewrite.rules.ts';
import { Menu } from '@mantine/core';
import { MenuAt } from '../../../ui/buttons/MenuAt.tsx';
import type { OpenedMenu } from '../../../ui/buttons/useMenuButton.ts';
import { rewriteStrings as strings } from './rewrite.strings.ts';

export function WriteAgainItems({ onChoose, ...menu }: OpenedMenu & { onChoose: (way: RewriteWay) => void }) {
  return (
    <MenuAt {...menu} width={180} position="bottom-start">
      <Menu.Item onClick={() => onChoose('shorter')}>{strings.shorter}</Menu.Item>
      <Menu.Item onClick={() => onChoose('angle')}>{strings.angle}</Menu.Item>
      <Menu.Item onClick={() => onChoose('hint')}>{strings.hint}</Menu.Item>
    </MenuAt>
  );
}
