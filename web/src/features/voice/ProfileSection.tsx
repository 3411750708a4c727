import type { VoicePoint } from '@drumbeat/contract/voice/voice.rules.ts';
import type { Voice } from '@drumbeat/contract/voice/voice.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { describeError, requestIdOf } from '../../api/errors.ts';
import { useCurrentUser } from '../../api/query.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { notify } from '../../ui/feedback/toasts.ts';
import { Section } from '../../ui/layout/Section.tsx';
import { onDayPhrase } from '../../ui/time/time.ts';
import { ProfilePoint } from './ProfilePoint.tsx';
import styles from './voice.module.css';
import { rememberVoice } from './voice.query.ts';
import { shareNames, strings } from './voice.strings.ts';

/** A trigram with visible spaces and line breaks. */
function visible(trigram: string): string {
  return trigram.replaceAll(' ', '·').replaceAll('\n', '↵');
}

/** The statistics behind the profile's statements, for people who want to see them. */
function ProfileFigures({ profile }: { profile: NonNullable<Voice['profile']> }) {
  const { low, middle, high } = profile.length;
  return (
    <details className={styles.figures}>
      <summary>{strings.figures}</summary>
      <dl>
        <dt>{strings.figureLength}</dt>
        <dd>{strings.figureLengths(low, middle, high)}</dd>
        <dt>{strings.figureSentence}</dt>
        <dd>{profile.sentenceWords}</dd>
        <dt>{strings.figureShares}</dt>
        <dd>
          {profile.traits
            .map(({ point, share }) => `${shareNames[point]} ${Math.round(share * 100)}%`)
            .join(', ')}
        </dd>
        <dt>{strings.figureWords}</dt>
        <dd>{profile.functionWords.map(({ word, perThousand }) => `${word} ${perThousand}`).join(', ')}</dd>
        <dt>{strings.figureTrigrams}</dt>
        <dd className={styles.trigrams}>
          {profile.trigrams.map((trigram) => (
            <code key={trigram}>{visible(trigram)}</code>
          ))}
        </dd>
      </dl>
    </details>
  );
}

const ImportVoiceDialog = lazyDialog(async () => (await import('./ImportVoiceDialog.tsx')).ImportVoiceDialog);

type Props = { accountId: string; profile: Voice['profile'] };

type Said = NonNullable<Voice['profile']>['points'][number];

/** The most telling statements; the others expand below, except those that the owner edited. */
const first = new Set<VoicePoint>([
  'length',
  'sentences',
  'capitals',
  'full_stop',
  'exclamation',
  'emoji',
  'hashtag',
  'line_break',
  'wording',
]);

function isFirst({ point, isOn, isEdited }: Said): boolean {
  return first.has(point) || !isOn || isEdited;
}

/** The profile learned from the posts, as statements and statistics. */
export function ProfileSection({ accountId, profile }: Props) {
  const [isImporting, setImporting] = useState(false);
  const importButton = (
    <Button
      variant={profile ? 'default' : 'filled'}
      {...ImportVoiceDialog.near}
      onClick={() => setImporting(true)}
    >
      {profile ? strings.importAgain : strings.importPosts}
    </Button>
  );
  return (
    <Section
      title={strings.profile}
      lead={profile ? <Lead profile={profile} /> : undefined}
      actions={profile ? importButton : undefined}
    >
      {profile ? (
        <>
          <Points accountId={accountId} points={profile.points.filter(isFirst)} />
          <details className={styles.figures}>
            <summary>{strings.morePoints}</summary>
            <Points accountId={accountId} points={profile.points.filter((said) => !isFirst(said))} />
          </details>
          <ProfileFigures profile={profile} />
          <DeleteProfile accountId={accountId} />
        </>
      ) : (
        <EmptyState action={importButton}>{strings.noProfile}</EmptyState>
      )}
      {isImporting ? <ImportVoiceDialog accountId={accountId} onClose={() => setImporting(false)} /> : null}
    </Section>
  );
}

function Points({ accountId, points }: { accountId: string; points: readonly Said[] }) {
  return (
    <ul className={styles.points}>
      {points.map((said) => (
        <ProfilePoint key={said.point} accountId={accountId} said={said} />
      ))}
    </ul>
  );
}

function Lead({ profile }: { profile: NonNullable<Voice['profile']> }) {
  const { timeZone } = useCurrentUser();
  return strings.profileLead(
    profile.posts,
    profile.source,
    onDayPhrase(Date.parse(profile.madeAt), timeZone, Date.now()),
  );
}

function DeleteProfile({ accountId }: { accountId: string }) {
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => call('DELETE /api/voice/profile', { body: { twitterAccountId: accountId } }),
    onSuccess(voice) {
      rememberVoice(accountId, voice);
      notify.success(strings.deleted);
    },
    onError: (error) =>
      notify.error(strings.notDeleted(describeError(error, 'Please try again.')), {
        requestId: requestIdOf(error),
      }),
  });
  return (
    <div className={styles.end}>
      <Button variant="subtle" color="gray" onClick={() => setAsking(true)}>
        {strings.deleteProfile}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={strings.deleteTitle}
        confirmLabel={strings.deleteProfile}
        onConfirm={() => remove.mutateAsync()}
      >
        {strings.deleteWords}
      </ConfirmDialog>
    </div>
  );
}
