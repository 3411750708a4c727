import type { CustomerAccount } from '@drumbeat/contract/accounts/accounts.admin.ts';
import type { CustomerOverview } from '@drumbeat/contract/admin/admin.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { queryOf, useCurrentUser } from '../../../api/query.ts';
import { Section } from '../../../ui/layout/Section.tsx';
import { Facts } from '../../console/Facts.tsx';
import { DataTable } from '../../console/list/DataTable.tsx';
import { ListState } from '../../console/list/ListState.tsx';
import { CustomerCosts } from '../../costs/CustomerCosts.tsx';
import { type CustomerAction, useAsk } from './CustomerActions.tsx';
import { customerFacts } from './customer.facts.tsx';
import styles from './customer.module.css';
import type { TabProps } from './customer.rules.ts';
import { strings } from './customer.strings.ts';

export function OverviewTab({ user }: TabProps) {
  const { timeZone } = useCurrentUser();
  const ask = useAsk();
  return (
    <>
      <Section title={strings.actions}>
        <div className={styles.actions}>
          <Button size="xs" variant="default" onClick={() => ask(pauseAction(user))}>
            {user.all_accounts_paused ? strings.resume : strings.pause}
          </Button>
          <Button size="xs" variant="default" onClick={() => ask(grantAction(user))}>
            {strings.grant}
          </Button>
          <Button size="xs" variant="default" onClick={() => ask(resetGenerations(user.id))}>
            {strings.resetAll}
          </Button>
        </div>
      </Section>
      {customerFacts(user, timeZone).map(({ title, facts }) => (
        <Section key={title} title={title}>
          <Facts facts={facts} />
        </Section>
      ))}
      <Accounts id={user.id} />
      <CustomerCosts id={user.id} />
    </>
  );
}

function Accounts({ id }: { id: string }) {
  const ask = useAsk();
  const list = useQuery(queryOf('GET /api/admin/users/:id/twitter-accounts', { params: { id } }));
  const accounts = list.data?.accounts;
  return (
    <Section title={strings.accounts}>
      <ListState
        list={list}
        count={accounts?.length}
        failed={strings.accountsFailed}
        loading="Loading the X accounts"
        none={strings.noAccounts}
      >
        <DataTable
          label={strings.accounts}
          rows={accounts ?? []}
          rowKey={(account) => account.id}
          columns={[
            { name: 'Account', cell: (account) => `@${account.username}` },
            { name: 'X id', cell: (account) => account.twitter_user_id },
            { name: 'State', cell: stateWords },
            { name: 'Niche', cell: (account) => account.niche ?? '–' },
            { name: 'Niche changes', cell: (account) => account.niche_update_count, isFigure: true },
            {
              name: 'Generations left',
              cell: ({ usage }) => `${usage.remaining} of ${usage.limit}`,
              isFigure: true,
            },
          ]}
          actions={(account) => (
            <div className={styles.actions}>
              <Button
                size="compact-xs"
                variant="default"
                aria-label={`${strings.resetNiche} of @${account.username}`}
                onClick={() => ask(resetNiche(id, account))}
              >
                {strings.resetNiche}
              </Button>
              <Button
                size="compact-xs"
                variant="default"
                aria-label={`${strings.resetGenerations} of @${account.username}`}
                onClick={() => ask(resetGenerations(id, account))}
              >
                {strings.resetGenerations}
              </Button>
            </div>
          )}
        />
      </ListState>
    </Section>
  );
}

function stateWords(account: CustomerAccount): string {
  if (account.needs_reconnect) return 'Reconnect needed';
  if (!account.is_active) return 'Switched off';
  const paused = account.posts_paused ? ', paused' : '';
  return account.selected ? `Selected${paused}` : `Connected${paused}`;
}

function pauseAction({ id, all_accounts_paused: isPaused }: CustomerOverview): CustomerAction {
  const [paused, goingOut] = ['Paused', 'Going out'];
  return isPaused
    ? {
        title: 'Resume posts?',
        text: 'Posts that came due while paused move to the next free times.',
        changes: [{ what: 'Posts', before: paused, after: goingOut }],
        confirmLabel: strings.resume,
        fallback: strings.resumeFailed,
        run: (reason) =>
          call('POST /api/admin/users/:id/unpause-posts', { params: { id }, body: { reason } }),
      }
    : {
        title: 'Pause posts?',
        changes: [{ what: 'Posts', before: goingOut, after: paused }],
        confirmLabel: strings.pause,
        fallback: strings.pauseFailed,
        run: (reason) => call('POST /api/admin/users/:id/pause-posts', { params: { id }, body: { reason } }),
      };
}

function grantAction({ id, last_scheduling_cycle: cycle }: CustomerOverview): CustomerAction {
  const before = cycle === null ? 'None' : new Date(cycle).toLocaleString();
  return {
    title: 'Grant a generation now?',
    text: 'A new calendar can be made before the next cycle begins.',
    changes: [{ what: 'Last scheduling cycle', before, after: 'None' }],
    confirmLabel: strings.grant,
    fallback: strings.grantFailed,
    run: (reason) => call('POST /api/admin/users/:id/grant-generate', { params: { id }, body: { reason } }),
  };
}

function resetNiche(id: string, account: CustomerAccount): CustomerAction {
  const before = String(account.niche_update_count);
  return {
    title: `Reset the niche changes of @${account.username}?`,
    changes: [{ what: 'Changes used', before, after: '0' }],
    confirmLabel: strings.resetNiche,
    fallback: strings.resetFailed,
    run: (reason) =>
      call('POST /api/admin/users/:id/reset-niche-retries', {
        params: { id },
        query: { twitter_account_id: account.id },
        body: { reason },
      }),
  };
}

function resetGenerations(id: string, account?: CustomerAccount): CustomerAction {
  const used = account && String(account.usage.limit - account.usage.remaining);
  return {
    title: account ? `Reset the generations of @${account.username}?` : 'Reset the generations?',
    text: account ? '' : 'This resets the generation count of every X account to 0 for this cycle.',
    changes: used === undefined ? [] : [{ what: 'Generations used', before: used, after: '0' }],
    confirmLabel: strings.resetGenerations,
    fallback: strings.resetFailed,
    run: (reason) =>
      call('POST /api/admin/users/:id/reset-post-generation', {
        params: { id },
        query: account ? { twitter_account_id: account.id } : {},
        body: { reason },
      }),
  };
}
