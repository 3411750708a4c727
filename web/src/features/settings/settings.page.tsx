import { Page } from '../../ui/Page.tsx';
import { SecurityCard } from './SecurityCard.tsx';
import { strings } from './settings.strings.ts';

export function SettingsPage() {
  return (
    <Page title={strings.title}>
      <SecurityCard />
    </Page>
  );
}
