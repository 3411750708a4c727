/** One statement of a profile: switched on or off, or reworded by the owner. */
import { POINT_MAX } from '@drumbeat/contract/voice/voice.rules.ts';
import type { Voice } from '@drumbeat/contract/voice/voice.ts';
import { Button, Switch, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { call } from '../../api/client.ts';
import { describeError, requestIdOf } from '../../api/errors.ts';
import { LoadingButton } from '../../ui/buttons/LoadingButton.tsx';
import { TextButton } from '../../ui/buttons/TextButton.tsx';
import { notify } from '../../ui/feedback/toasts.ts';
import styles from './voice.module.css';
import { rememberVoice } from './voice.query.ts';
import { strings } from './voice.strings.ts';

type Said = NonNullable<Voice['profile']>['points'][number];
type Change = { isOn: boolean; text: string | null };

export function ProfilePoint({ accountId, said }: { accountId: string; said: Said }) {
  const [typed, setTyped] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: (change: Change) =>
      call('PATCH /api/voice/points', {
        body: { twitterAccountId: accountId, point: said.point, ...change },
      }),
    onSuccess(voice) {
      rememberVoice(accountId, voice);
      setTyped(null);
    },
    onError: (error) =>
      notify.error(strings.pointFailed(describeError(error, 'Please try again.')), {
        requestId: requestIdOf(error),
      }),
  });
  const ownText = said.isEdited ? said.text : null;
  const isOn = save.isPending ? save.variables.isOn : said.isOn;

  if (typed === null)
    return (
      <li className={styles.point} data-off={!isOn || undefined}>
        <span className={styles.said}>{said.text}</span>
        <span className={styles.tools}>
          <TextButton aria-label={strings.editOf(said.text)} onClick={() => setTyped(said.text)}>
            {strings.edit}
          </TextButton>
          {said.isEdited ? (
            <TextButton onClick={() => save.mutate({ isOn: said.isOn, text: null })}>
              {strings.restore}
            </TextButton>
          ) : null}
          <Switch
            aria-label={`${strings.counts}: ${said.text}`}
            checked={isOn}
            onChange={(event) => save.mutate({ isOn: event.currentTarget.checked, text: ownText })}
          />
        </span>
      </li>
    );

  function submit(event: FormEvent): void {
    event.preventDefault();
    const text = (typed ?? '').trim();
    if (text === said.text || text === '') setTyped(null);
    else save.mutate({ isOn: said.isOn, text });
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') setTyped(null);
  }
  return (
    <li>
      <form className={styles.pointForm} onSubmit={submit} onKeyDown={onKeyDown}>
        <TextInput
          className={styles.grows ?? ''}
          aria-label={strings.editPoint}
          value={typed}
          maxLength={POINT_MAX}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoFocus
        />
        <Button variant="default" onClick={() => setTyped(null)}>
          {strings.cancel}
        </Button>
        <LoadingButton type="submit" loading={save.isPending} loadingLabel={strings.saving}>
          {strings.save}
        </LoadingButton>
      </form>
    </li>
  );
}
