/** For people in a trial: what is left to do for automatic posting, now and after the trial. */
import { Circle, CircleCheck } from 'lucide-react';
import { Link } from 'react-router';
import { useCurrentUser } from '../../api/query.ts';
import { paths } from '../../base/paths.ts';
import { Section } from '../../ui/layout/Section.tsx';
import { useAccounts } from '../accounts/accounts.query.ts';
import styles from './settings.module.css';
import { type ChecklistStep, checklistOf } from './settings.rules.ts';
import { strings } from './settings.strings.ts';

const targets: Record<ChecklistStep, string> = {
  verify: paths.dashboard,
  connect: '#accounts',
  niche: '#niche',
  schedule: paths.dashboard,
  plan: paths.products,
};

export function ChecklistCard() {
  const user = useCurrentUser();
  const { data: accounts = [] } = useAccounts();
  const steps = checklistOf(user, accounts);
  const count = steps.filter(({ done }) => done).length;
  return (
    <Section title={strings.checklist} lead={strings.checklistLead(count, steps.length)}>
      <ol className={styles.steps}>
        {steps.map(({ step, done }) => (
          <li key={step} className={styles.step} data-done={done}>
            {done ? <CircleCheck size={20} aria-hidden /> : <Circle size={20} aria-hidden />}
            {done ? (
              <span>
                {strings.steps[step]} <span className="visually-hidden">{strings.stepDone}</span>
              </span>
            ) : (
              <Link to={targets[step]}>{strings.steps[step]}</Link>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}
