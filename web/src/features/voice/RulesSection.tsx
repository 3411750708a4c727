/** Edits that a person made repeatedly, to accept as a rule or dismiss. */
import type { Voice } from '@drumbeat/contract/voice/voice.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { describeError, requestIdOf } from '../../api/errors.ts';
import { LoadingButton } from '../../ui/buttons/LoadingButton.tsx';
import { notify } from '../../ui/feedback/toasts.ts';
import { Section } from '../../ui/layout/Section.tsx';
import styles from './voice.module.css';
import { rememberVoice } from './voice.query.ts';
import { strings } from './voice.strings.ts';

type Props = { accountId: string } & Pick<Voice, 'proposals' | 'rules'>;
type Answer = { lesson: string; answer: 'accept' | 'dismiss' };

export function RulesSection({ accountId, proposals, rules }: Props) {
  const send = useMutation({
    mutationFn: (answer: Answer) =>
      call('POST /api/voice/lessons', { body: { twitterAccountId: accountId, ...answer } }),
    onSuccess: (voice) => rememberVoice(accountId, voice),
    onError: (error) =>
      notify.error(strings.ruleFailed(describeError(error, 'Please try again.')), {
        requestId: requestIdOf(error),
      }),
  });
  const isSending = (lesson: string) => send.isPending && send.variables.lesson === lesson;
  return (
    <Section title={strings.rules} lead={strings.rulesLead}>
      {proposals.length + rules.length === 0 ? <p className={styles.quiet}>{strings.noRules}</p> : null}
      <ul className={styles.points}>
        {proposals.map(({ lesson, text, times }) => (
          <li key={lesson} className={styles.point}>
            <span className={styles.said}>
              {text}
              <span className={styles.quiet}>{strings.proposed(times)}</span>
            </span>
            <span className={styles.tools}>
              <Button
                variant="default"
                aria-label={strings.dismissOf(text)}
                disabled={isSending(lesson)}
                onClick={() => send.mutate({ lesson, answer: 'dismiss' })}
              >
                {strings.dismiss}
              </Button>
              <LoadingButton
                aria-label={strings.acceptOf(text)}
                loading={isSending(lesson)}
                onClick={() => send.mutate({ lesson, answer: 'accept' })}
              >
                {strings.accept}
              </LoadingButton>
            </span>
          </li>
        ))}
        {rules.map(({ lesson, text }) => (
          <li key={lesson} className={styles.point}>
            <span className={styles.said}>{text}</span>
            <span className={styles.tools}>
              <Button
                variant="subtle"
                color="gray"
                aria-label={strings.removeOf(text)}
                disabled={isSending(lesson)}
                onClick={() => send.mutate({ lesson, answer: 'dismiss' })}
              >
                {strings.remove}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
