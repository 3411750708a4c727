import { Page } from '../../ui/Page.tsx';
import { SubscriptionSettings } from '../billing/SubscriptionSettings.tsx';
import { DataCard } from './DataCard.tsx';
import { NicheCard } from './NicheCard.tsx';
import { NotificationsCard } from './NotificationsCard.tsx';
import { ProfileCard } from './ProfileCard.tsx';
import { SecurityCard } from './SecurityCard.tsx';
import styles from './settings.module.css';
import { strings } from './settings.strings.ts';

const cards = [
  { id: 'profile', title: strings.profile, Card: ProfileCard },
  { id: 'security', title: strings.security, Card: SecurityCard },
  { id: 'niche', title: strings.niche, Card: NicheCard },
  { id: 'subscription', title: strings.subscription, Card: SubscriptionSettings },
  { id: 'notifications', title: strings.notifications, Card: NotificationsCard },
  { id: 'data', title: strings.data, Card: DataCard },
] as const;

/** Sections on one page with a local index; each saves by itself and says so. */
export function SettingsPage() {
  return (
    <Page title={strings.title}>
      <div className={styles.columns}>
        <nav className={styles.index} aria-label={strings.index}>
          <ul>
            {cards.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles.cards}>
          {cards.map(({ id, Card }) => (
            <div key={id} id={id} className={styles.card}>
              <Card />
            </div>
          ))}
        </div>
      </div>
    </Page>
  );
}
