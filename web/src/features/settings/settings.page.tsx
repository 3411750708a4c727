import { useEffect, useMemo, useState } from 'react';
import { useCurrentUser } from '../../api/query.ts';
import { paths } from '../../base/paths.ts';
import { useTheme } from '../../ui/buttons/Controls.tsx';
import { LinkButton } from '../../ui/buttons/PlainButton.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { chooseTheme, themes } from '../../ui/theme/theme-choice.ts';
import { Sessions } from '../auth/Sessions.tsx';
import { TwoFactorSetting } from '../auth/TwoFactorSetting.tsx';
import { SubscriptionSettings } from '../billing/SubscriptionSettings.tsx';
import { AccountsCard } from './AccountsCard.tsx';
import { ChecklistCard } from './ChecklistCard.tsx';
import { ChipChoice } from './ChipChoice.tsx';
import { DataCard } from './DataCard.tsx';
import { FeedbackCard } from './FeedbackCard.tsx';
import { FeedCard } from './FeedCard.tsx';
import { NicheCard } from './NicheCard.tsx';
import { NotificationsCard } from './NotificationsCard.tsx';
import { ProfileCard } from './ProfileCard.tsx';
import styles from './settings.module.css';
import { strings } from './settings.strings.ts';

type Entry = { id: string; title: string };

/** The section being read: the last one whose top is above the upper third of the window. */
function useCurrentSection(entries: readonly Entry[]): string | undefined {
  const [current, setCurrent] = useState(entries[0]?.id);
  useEffect(() => {
    function look(): void {
      const line = window.innerHeight / 3;
      const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
      const passed = entries.filter(({ id }) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top;
        return top !== undefined && top <= line;
      });
      setCurrent((isAtEnd && window.scrollY > 0 ? entries : passed).at(-1)?.id ?? entries[0]?.id);
    }
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [entries]);
  return current;
}

/** The sections of the page, with the current one marked. */
function SettingsIndex({ entries }: { entries: readonly Entry[] }) {
  const current = useCurrentSection(entries);
  return (
    <nav className={styles.index} aria-label={strings.index}>
      <ul>
        {entries.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function SecurityCard() {
  return (
    <Section title={strings.security}>
      <TwoFactorSetting />
      <div className={styles.part}>
        <h3 className={styles.name}>{strings.sessions}</h3>
        <p className={styles.words}>{strings.sessionsLead}</p>
      </div>
      <Sessions />
    </Section>
  );
}

type LinkCardProps = { title: string; lead: string; open: string; to: string };

/** What another page has on the selected X account, with the link to it. */
function LinkCard({ title, lead, open, to }: LinkCardProps) {
  return (
    <Section title={title}>
      <div className={styles.row}>
        <p className={styles.words}>{lead}</p>
        <LinkButton look="outline" to={to}>
          {open}
        </LinkButton>
      </div>
    </Section>
  );
}

function VoiceCard() {
  return (
    <LinkCard title={strings.voice} lead={strings.voiceLead} open={strings.voiceOpen} to={paths.voice} />
  );
}

function FactsCard() {
  return (
    <LinkCard title={strings.facts} lead={strings.factsLead} open={strings.factsOpen} to={paths.facts} />
  );
}

/** The theme on this device. */
function ThemeCard() {
  return (
    <Section title={strings.appearance} lead={strings.appearanceLead}>
      <ChipChoice
        legend={strings.theme}
        options={themes}
        labels={strings.themes}
        value={useTheme()}
        onChange={chooseTheme}
      />
    </Section>
  );
}

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
