import type { XAccount } from '@drumbeat/contract/accounts/accounts.ts';
import { useQuery } from '@tanstack/react-query';
import { describeError, requestIdOf } from '../../api/errors.ts';
import { paths } from '../../base/paths.ts';
import { LinkButton } from '../../ui/buttons/PlainButton.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { ErrorBox } from '../../ui/feedback/ErrorBox.tsx';
import { Skeleton, Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { useAccounts } from '../accounts/accounts.query.ts';
import { selectedAccount } from '../accounts/selected-account.ts';
import { ProfileSection } from './ProfileSection.tsx';
import { RulesSection } from './RulesSection.tsx';
import { VoiceForm } from './VoiceForm.tsx';
import styles from './voice.module.css';
import { voiceQuery } from './voice.query.ts';
import { strings } from './voice.strings.ts';

/** The style of the selected account: what its posts show, what edits taught, and what its owner sets. */
export function VoicePage() {
  const accounts = useAccounts();
  const account = accounts.data && selectedAccount(accounts.data);
  return (
    <Page title={strings.title} lead={account ? strings.lead(account.username) : undefined}>
      <div className={styles.cards}>
        <Content accounts={accounts} account={account} />
      </div>
    </Page>
  );
}

type ContentProps = { accounts: ReturnType<typeof useAccounts>; account: XAccount | undefined };

function Content({ accounts, account }: ContentProps) {
  if (!accounts.data) {
    if (!accounts.error) return <Loading />;
    return <Failed error={accounts.error} onRetry={() => void accounts.refetch()} />;
  }
  if (account) return <VoiceOf key={account.id} accountId={account.id} />;
  return (
    <Section>
      <EmptyState action={<LinkButton to={paths.dashboard}>{strings.openDashboard}</LinkButton>}>
        {strings.noAccount}
      </EmptyState>
    </Section>
  );
}

function VoiceOf({ accountId }: { accountId: string }) {
  const voice = useQuery(voiceQuery(accountId));
  if (!voice.data) {
    if (!voice.error) return <Loading />;
    return <Failed error={voice.error} onRetry={() => void voice.refetch()} />;
  }
  return (
    <>
      <ProfileSection accountId={accountId} profile={voice.data.profile} />
      <RulesSection accountId={accountId} proposals={voice.data.proposals} rules={voice.data.rules} />
      <VoiceForm
        key={JSON.stringify(voice.data.settings)}
        accountId={accountId}
        saved={voice.data.settings}
      />
    </>
  );
}

function Loading() {
  return (
    <Skeletons label={strings.loading}>
      <Skeleton height={280} />
      <Skeleton height={120} />
      <Skeleton height={480} />
    </Skeletons>
  );
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <ErrorBox
      what={strings.failed}
      message={describeError(error, 'Please try again in a moment.')}
      requestId={requestIdOf(error)}
      onRetry={onRetry}
    />
  );
}
