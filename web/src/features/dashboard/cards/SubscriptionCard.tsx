/** The card for a subscription problem, which has priority over all others. */
import type { User } from '@drumbeat/contract/users/users.ts';
import { paths } from '../../../base/paths.ts';
import { SUPPORT_EMAIL } from '../../../base/support.ts';
import { buttonClasses } from '../../../ui/buttons/button-look.ts';
import { LoadingButton } from '../../../ui/buttons/LoadingButton.tsx';
import { LinkButton } from '../../../ui/buttons/PlainButton.tsx';
import { onDayPhrase } from '../../../ui/time/time.ts';
import { strings as billingStrings } from '../../billing/billing.strings.ts';
import { ReactivateProblem } from '../../billing/ReactivateProblem.tsx';
import { useCardPortal, useReactivate } from '../../billing/subscription.query.ts';
import { dashboardStrings } from '../dashboard.strings.ts';
import { type PlanState, pastDueCard } from '../top/plan-state.rules.ts';
import { ActionCard } from './ActionCard.tsx';

export function InactiveCard() {
  return (
    <ActionCard
      {...dashboardStrings.inactive}
      actions={<LinkButton to={paths.products}>See plans</LinkButton>}
    />
  );
}

/** `mayReactivate` is false only if the last plan is known to be unavailable. */
export function CanceledCard({ mayReactivate }: { mayReactivate: boolean }) {
  const { reactivate, busy, error } = useReactivate();
  const plans = (
    <LinkButton look={mayReactivate ? 'outline' : 'primary'} to={paths.products}>
      See plans
    </LinkButton>
  );
  return (
    <ActionCard
      {...dashboardStrings.canceled}
      actions={
        <>
          {plans}
          {mayReactivate ? (
            <LoadingButton loading={busy} loadingLabel={billingStrings.opening} onClick={reactivate}>
              {billingStrings.reactivate}
            </LoadingButton>
          ) : null}
        </>
      }
    >
      {error ? <ReactivateProblem error={error} /> : null}
    </ActionCard>
  );
}

export function PastDueCard({ plan }: { plan: PlanState }) {
  const portal = useCardPortal();
  const { title, text, asksForCard } = pastDueCard(plan);
  return (
    <ActionCard
      title={title}
      text={text}
      actions={
        asksForCard ? (
          <LoadingButton loading={portal.busy} loadingLabel={billingStrings.opening} onClick={portal.open}>
            {billingStrings.updateCard}
          </LoadingButton>
        ) : (
          <a href={`mailto:${SUPPORT_EMAIL}`} className={buttonClasses({})}>
            {billingStrings.support}
          </a>
        )
      }
    />
  );
}

/** The day on which a canceled subscription ends. */
export function endText(
  user: Pick<User, 'subscriptionCancelEffectiveDate' | 'subscriptionExpiryDate' | 'timeZone'>,
) {
  const end = user.subscriptionCancelEffectiveDate ?? user.subscriptionExpiryDate;
  return end === null ? 'at the end of the period' : onDayPhrase(Date.parse(end), user.timeZone, Date.now());
}

type CancelingProps = { user: User; busy: boolean; generate: (() => void) | null };

export function CancelingCard({ user, busy, generate }: CancelingProps) {
  const resume = useReactivate();
  return (
    <ActionCard
      title="Resume your plan"
      text={`Resume before it ends ${endText(user)}, and your posts carry on without a break.`}
      actions={
        <>
          {generate ? (
            <LoadingButton variant="default" loading={busy} onClick={generate}>
              Generate posts
            </LoadingButton>
          ) : null}
          <LoadingButton
            loading={resume.busy}
            loadingLabel={billingStrings.resuming}
            onClick={resume.reactivate}
          >
            Resume plan
          </LoadingButton>
        </>
      }
    >
      {resume.error ? <ReactivateProblem error={resume.error} /> : null}
    </ActionCard>
  );
}
