import { useMemo } from 'react';
import { useCurrentUser } from '../../api/query.ts';
import { Page } from '../../ui/layout/Page.tsx';
import { SubscriptionSettings } from '../billing/SubscriptionSettings.tsx';
import { AccountsCard } from './AccountsCard.tsx';
import { ChecklistCard } from './ChecklistCard.tsx';
import { DataCard } from './DataCard.tsx';
import { FactsCard } from './FactsCard.tsx';
import { FeedbackCard } from './FeedbackCard.tsx';
import { FeedCard } from './FeedCard.tsx';
import { NicheCard } from './NicheCard.tsx';
import { NotificationsCard } from './NotificationsCard.tsx';
import { ProfileCard } from './ProfileCard.tsx';
import { SecurityCard } from './SecurityCard.tsx';
import { SettingsIndex } from './SettingsIndex.tsx';
import styles from './settings.module.css';
import { strings } from './settings.strings.ts';
import { ThemeCard } from './ThemeCard.tsx';
import { VoiceCard } from './VoiceCard.tsx';

const checklist = { id: 'checklist', title: strings.checklist, Card: ChecklistCard };
const cards = [
  { id: 'profile', title: strings.profile, Card: ProfileCard },
  { id: 'security', title: strings.security, Card: SecurityCard },
  { id: 'accounts', title: strings.accounts, Card: AccountsCard },
  { id: 'niche', title: strings.niche, Card: NicheCard },
  { id: 'voice', title: strings.voice, Card: VoiceCard },
  { id: 'facts', title: strings.facts, Card: FactsCard },
  { id: 'appearance', title: strings.appearance, Card: ThemeCard },
  { id: 'calendar-feed', title: strings.feed, Card: FeedCard },
  { id: 'feedback', title: strings.feedback, Card: FeedbackCard },
  { id: 'notifications', title: strings.notifications, Card: NotificationsCard },
  { id: 'subscription', title: strings.subscription, Card: SubscriptionSettings },
  { id: 'data', title: strings.data, Card: DataCard },
];

/** All sections on one page with an index; each saves on its own and says so. */
export function SettingsPage() {
  const { isInTrial } = useCurrentUser();
  const shown = useMemo(() => (isInTrial ? [checklist, ...cards] : cards), [isInTrial]);
  return (
    <Page title={strings.title}>
      <div className={styles.columns}>
        <SettingsIndex entries={shown} />
        <div className={styles.cards}>
          {shown.map(({ id, Card }) => (
            <div key={id} id={id} className={styles.card}>
              <Card />
            </div>
          ))}
        </div>
      </div>
    </Page>
  );
}
