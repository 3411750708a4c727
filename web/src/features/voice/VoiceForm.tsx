/** The settings of a voice. Input is kept as a draft until it is saved. */
import {
  SAMPLE_MAX,
  SAMPLES_MAX,
  SIGN_OFF_MAX,
  TONE_MAX,
  voiceLanguages,
} from '@drumbeat/contract/voice/voice.rules.ts';
import type { Voice } from '@drumbeat/contract/voice/voice.ts';
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef } from 'react';
import { call } from '../../api/client.ts';
import { problemOf } from '../../api/problem.ts';
import { useDraft } from '../../api/useDraft.ts';
import { useOfflineWait } from '../../api/useOfflineWait.ts';
import { LoadingButton } from '../../ui/buttons/LoadingButton.tsx';
import { TextButton } from '../../ui/buttons/TextButton.tsx';
import { DialogProblem } from '../../ui/feedback/ErrorBox.tsx';
import { notify } from '../../ui/feedback/toasts.ts';
import { Section } from '../../ui/layout/Section.tsx';
import styles from './voice.module.css';
import { rememberVoice } from './voice.query.ts';
import { strings } from './voice.strings.ts';
import { draftOf, listProblems, settingsOf, type VoiceDraft, voiceDraft } from './voice-draft.ts';

type Props = { accountId: string; saved: Voice['settings'] };

const languages = Object.entries(voiceLanguages).map(([value, label]) => ({ value, label }));
const lists = [
  ['topics', strings.topics],
  ['avoidedTopics', strings.avoided],
  ['bannedWords', strings.banned],
] as const;

export function VoiceForm({ accountId, saved }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const draft = useDraft<VoiceDraft>(`voice:${accountId}`, voiceDraft, draftOf(saved));
  const { value } = draft;
  const save = useMutation({
    mutationFn: (settings: Voice['settings']) =>
      call('PUT /api/voice', { body: { ...settings, twitterAccountId: accountId } }),
    onSuccess(voice) {
      draft.drop();
      rememberVoice(accountId, voice);
      notify.success(strings.saved);
    },
  });
  const wait = useOfflineWait(save);
  const problems = listProblems(value);

  function change(to: Partial<VoiceDraft>): void {
    draft.change({ ...value, ...to });
    if (save.isError) save.reset();
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (save.isPending) return;
    const [wrong] = Object.keys(problems);
    if (wrong) form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
    else save.mutate(settingsOf(value));
  }
  return (
    <Section title={strings.settings} lead={strings.settingsLead}>
      <form ref={form} className={styles.form} noValidate onSubmit={submit}>
        <NativeSelect
          size="md"
          label={strings.language}
          description={strings.languageHelp}
          data={languages}
          value={value.language}
          onChange={(event) => change({ language: event.currentTarget.value as VoiceDraft['language'] })}
        />
        <Textarea
          label={strings.tone}
          description={strings.toneHelp}
          maxLength={TONE_MAX}
          autosize
          minRows={2}
          value={value.tone}
          onChange={(event) => change({ tone: event.currentTarget.value })}
        />
        {lists.map(([field, label]) => (
          <TextInput
            key={field}
            name={field}
            label={label}
            description={strings.listHelp}
            value={value[field]}
            error={problems[field]}
            onChange={(event) => change({ [field]: event.currentTarget.value })}
          />
        ))}
        <TextInput
          label={strings.signOff}
          description={strings.signOffHelp}
          maxLength={SIGN_OFF_MAX}
          value={value.signOff}
          onChange={(event) => change({ signOff: event.currentTarget.value })}
        />
        <Samples samples={value.samples} onChange={(samples) => change({ samples })} />
        <DialogProblem problem={save.error ? problemOf(save.error, strings.notSaved) : null} />
        <div className={styles.end}>
          {draft.isRestored ? (
            <p className={styles.quiet}>
              {strings.kept} <TextButton onClick={draft.discard}>{strings.discard}</TextButton>
            </p>
          ) : null}
          <LoadingButton
            type="submit"
            loading={save.isPending}
            waiting={wait.isWaiting}
            loadingLabel={strings.saving}
          >
            {strings.saveVoice}
          </LoadingButton>
        </div>
      </form>
    </Section>
  );
}

type SamplesProps = { samples: readonly string[]; onChange: (samples: string[]) => void };

function Samples({ samples, onChange }: SamplesProps) {
  return (
    <fieldset className={styles.samples}>
      <legend>{strings.samples}</legend>
      <p className={styles.quiet}>{strings.samplesHelp}</p>
      {samples.map((sample, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a sample has no name but its place
        <div key={at} className={styles.sample}>
          <Textarea
            className={styles.grows ?? ''}
            aria-label={strings.sample(at + 1)}
            maxLength={SAMPLE_MAX}
            autosize
            minRows={2}
            value={sample}
            onChange={({ currentTarget }) => onChange(samples.with(at, currentTarget.value))}
          />
          <Button
            variant="subtle"
            color="gray"
            aria-label={strings.removeSample(at + 1)}
            onClick={() => onChange(samples.toSpliced(at, 1))}
          >
            {strings.remove}
          </Button>
        </div>
      ))}
      {samples.length < SAMPLES_MAX ? (
        <div>
          <Button variant="default" onClick={() => onChange([...samples, ''])}>
            {strings.addSample}
          </Button>
        </div>
      ) : null}
    </fieldset>
  );
}
