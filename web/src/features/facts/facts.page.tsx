import { FACTS_MOST } from '@drumbeat/contract/facts/facts.rules.ts';
import type { Fact } from '@drumbeat/contract/facts/facts.ts';
import { ChevronLeft } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
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
import { AddFacts } from './AddFacts.tsx';
import { FactRow } from './FactRow.tsx';
import { FeedsCard } from './FeedsCard.tsx';
import styles from './facts.module.css';
import { useFacts } from './facts.query.ts';
import { strings } from './facts.strings.ts';

/** The facts of an account: typed or pasted one per line, edited and deleted in place. */
function FactSheet({ accountId, facts }: { accountId: string; facts: readonly Fact[] }) {
  const [editing, setEditing] = useState<string | null>(null);
  return (
    <Section title={strings.sheet} lead={strings.counted(facts.length)}>
      <AddFacts accountId={accountId} isFull={facts.length >= FACTS_MOST} />
      {facts.length === 0 ? (
        <p className={styles.empty}>{strings.empty}</p>
      ) : (
        <ul className={styles.list} aria-label={strings.list}>
          {facts.map((fact) => (
            <FactRow
              key={fact.id}
              fact={fact}
              accountId={accountId}
              isEditing={editing === fact.id}
              onEdit={() => setEditing(fact.id)}
              onEnd={() => setEditing(null)}
            />
          ))}
        </ul>
      )}
    </Section>
  );
}

/** The sources for posts of the selected X account: its fact sheet and its feeds. */
export function FactsPage() {
  const { data: accounts, error, refetch } = useAccounts();
  const account = accounts && selectedAccount(accounts);
  return (
    <Page title={strings.title} lead={account ? strings.lead(account.username) : undefined}>
      <div className={styles.page}>
        <Link to={paths.settings} className={styles.back ?? ''}>
          <ChevronLeft size={16} aria-hidden />
          {strings.back}
        </Link>
        {error && !accounts ? <Unread error={error} onRetry={() => void refetch()} /> : null}
        {account ? <FactsOf key={account.id} accountId={account.id} /> : null}
        {accounts && !account ? (
          <Section>
            <EmptyState action={<LinkButton to={paths.settings}>{strings.toAccounts}</LinkButton>}>
              {strings.noAccount}
            </EmptyState>
          </Section>
        ) : null}
        {accounts || error ? null : <Loading />}
      </div>
    </Page>
  );
}

function FactsOf({ accountId }: { accountId: string }) {
  const { data, error, refetch } = useFacts(accountId);
  if (!data && error) return <Unread error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <>
      <FactSheet accountId={accountId} facts={data.facts} />
      <FeedsCard accountId={accountId} feeds={data.feeds} hosts={data.feedHosts} />
    </>
  );
}

function Unread({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <ErrorBox
      what={strings.unread}
      message={describeError(error, '')}
      requestId={requestIdOf(error)}
      onRetry={onRetry}
    />
  );
}

function Loading() {
  return (
    <Section>
      <Skeletons label="Loading facts">
        <Skeleton height={24} width="30%" />
        <Skeleton height={96} />
        <Skeleton height={24} width="80%" />
        <Skeleton height={24} width="70%" />
      </Skeletons>
    </Section>
  );
}
