import type { CustomerOverview } from '@drumbeat/contract/admin/admin.ts';
import type { CustomerSession } from '@drumbeat/contract/auth/auth.admin.ts';
import { roles } from '@drumbeat/contract/users/users.rules.ts';
import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { queryOf, useCurrentUser } from '../../../api/query.ts';
import { SwitchRow } from '../../../ui/buttons/SwitchRow.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { TimeText } from '../../../ui/time/TimeText.tsx';
import { timeText } from '../../../ui/time/time.ts';
import { DataTable } from '../../console/list/DataTable.tsx';
import { ListState } from '../../console/list/ListState.tsx';
import { useSensitive } from '../../console/sensitive.ts';
import { useMay } from '../../console/staff.query.ts';
import { type CustomerAction, useAsk } from './CustomerActions.tsx';
import styles from './customer.module.css';
import type { TabProps } from './customer.rules.ts';
import { roleNotes, strings } from './customer.strings.ts';

type Role = CustomerOverview['roles'][number];

export function SecurityTab({ user }: TabProps) {
  const ask = useAsk();
  return (
    <>
      <div className={styles.groups}>
        <Section title={strings.twoFactor}>
          <p>{user.two_factor_enabled ? 'On' : 'Off'}</p>
          {user.two_factor_enabled ? (
            <Button size="xs" variant="default" onClick={() => ask(resetAction(user.id))}>
              {strings.resetTwoFactor}
            </Button>
          ) : null}
        </Section>
        <Section title={strings.verification}>
          <p>{user.email_verified ? 'Verified' : 'Not verified'}</p>
          {user.email_verified ? null : (
            <Button size="xs" variant="default" onClick={() => ask(resendAction(user.id))}>
              {strings.resend}
            </Button>
          )}
        </Section>
      </div>
      <Roles user={user} />
      <Sessions id={user.id} />
    </>
  );
}

function Roles({ user }: TabProps) {
  const ask = useAsk();
  const maySet = useMay('POST /api/admin/users/:id/roles');
  if (!maySet) {
    return (
      <Section title={strings.roles}>
        <p>{user.roles.join(', ') || 'None'}</p>
      </Section>
    );
  }
  return (
    <Section title={strings.roles}>
      {roles.map((role) => (
        <SwitchRow
          key={role}
          label={role}
          description={roleNotes[role]}
          checked={user.roles.includes(role)}
          onChange={(enabled) => ask(roleAction(user, role, enabled))}
        />
      ))}
    </Section>
  );
}

function Sessions({ id }: { id: string }) {
  const sensitive = useSensitive();
  const { timeZone } = useCurrentUser();
  const ask = useAsk();
  const list = useQuery({
    ...queryOf('GET /api/admin/users/:id/sessions', { params: { id }, query: { sensitive } }),
    placeholderData: keepPreviousData,
  });
  const sessions = list.data?.sessions;
  return (
    <Section
      title={strings.sessions}
      actions={
        sessions?.length ? (
          <Button size="xs" variant="default" onClick={() => ask(endAction(id, sessions.length))}>
            {strings.endSessions}
          </Button>
        ) : null
      }
    >
      <ListState
        list={list}
        count={sessions?.length}
        failed={strings.sessionsFailed}
        loading="Loading the sessions"
        none={strings.noSessions}
      >
        <DataTable
          label={strings.sessions}
          rows={sessions ?? []}
          rowKey={(session) => session.id}
          columns={[
            { name: 'Device', cell: (session) => deviceOf(session, timeZone) },
            { name: 'Network', cell: (session) => session.ip ?? '–' },
            {
              name: 'Signed in',
              cell: (session) => <TimeText iso={session.created_at} timeZone={timeZone} />,
            },
            {
              name: 'Last seen',
              cell: (session) => <TimeText iso={session.last_seen_at} timeZone={timeZone} />,
            },
          ]}
        />
      </ListState>
    </Section>
  );
}

function deviceOf({ device, view_until: until }: CustomerSession, timeZone: string): string {
  return until ? strings.staffView(timeText(Date.parse(until), timeZone)) : (device ?? 'Unknown');
}

function resetAction(id: string): CustomerAction {
  return {
    title: strings.resetTwoFactorTitle,
    text: strings.resetTwoFactorText,
    changes: [
      { what: 'Two-factor', before: 'On', after: 'Off' },
      { what: 'Sessions', before: 'Open', after: 'Ended' },
    ],
    confirmLabel: strings.resetTwoFactor,
    fallback: strings.resetTwoFactorFailed,
    danger: true,
    run: (reason) => call('POST /api/admin/users/:id/reset-2fa', { params: { id }, body: { reason } }),
  };
}

function resendAction(id: string): CustomerAction {
  return {
    title: strings.resendTitle,
    confirmLabel: strings.resend,
    fallback: strings.resendFailed,
    run: (reason) =>
      call('POST /api/admin/users/:id/resend-verification', { params: { id }, body: { reason } }),
  };
}

/** A refusal shows no error: the switch always shows what is stored. */
function roleAction(user: CustomerOverview, role: Role, enabled: boolean): CustomerAction {
  const words = (has: boolean) => (has ? 'Yes' : 'No');
  return {
    title: enabled ? `Give the role ${role}?` : `Take the role ${role} away?`,
    changes: [{ what: role, before: words(!enabled), after: words(enabled) }],
    confirmLabel: enabled ? 'Give the role' : 'Take it away',
    fallback: null,
    run: (reason) =>
      call('POST /api/admin/users/:id/roles', {
        params: { id: user.id },
        body: { role, enabled, reason },
      }),
  };
}

function endAction(id: string, count: number): CustomerAction {
  return {
    title: strings.endSessionsTitle,
    text: strings.endSessionsText,
    changes: [{ what: 'Sessions', before: String(count), after: '0' }],
    confirmLabel: strings.endSessions,
    fallback: strings.endSessionsFailed,
    danger: true,
    run: (reason) => call('DELETE /api/admin/users/:id/sessions', { params: { id }, body: { reason } }),
  };
}
