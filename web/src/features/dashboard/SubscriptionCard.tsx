/** The card for a subscription problem, which comes before everything else. */
import type { User } from '@drumbeat/contract/users.ts';
import { paths } from '../../base/paths.ts';
import { LoadingButton } from '../../ui/LoadingButton.tsx';
import { LinkButton } from '../../ui/PlainButton.tsx';
import { onDayPhrase } from '../../ui/time.ts';
import { ActionCard } from './ActionCard.tsx';
import { dashboardStrings } from './dashboard.strings.ts';
import { pastDueOf, pastDueText } from './past-due.ts';
import { useBillingPortal } from './useBillingPortal.ts';

export function PlanCard({ words }: { words: { title: string; text: string } }) {
  return <ActionCard {...words} actions={<LinkButton to={paths.products}>See plans</LinkButton>} />;
}

function PortalButton({ children, variant }: { children: string; variant?: 'default' }) {
  const portal = useBillingPortal();
  return (
    <LoadingButton
      {...(variant ? { variant } : {})}
      loading={portal.isPending || portal.isSuccess}
      onClick={() => portal.mutate()}
    >
      {children}
    </LoadingButton>
  );
}

export function PastDueCard({ user }: { user: User }) {
  const pastDue = pastDueOf(user, Date.now());
  return (
    <ActionCard
      title={dashboardStrings.pastDueTitle}
      text={pastDue ? pastDueText(pastDue) : undefined}
      actions={<PortalButton>Update payment method</PortalButton>}
    />
  );
}

/** When a subscription that was canceled ends, as a day. */
export function endText(
  user: Pick<User, 'subscriptionCancelEffectiveDate' | 'subscriptionExpiryDate' | 'timeZone'>,
) {
  const end = user.subscriptionCancelEffectiveDate ?? user.subscriptionExpiryDate;
  return end === null ? 'at the end of the period' : onDayPhrase(Date.parse(end), user.timeZone, Date.now());
}

type CancelingProps = { user: User; busy: boolean; generate: (() => void) | null };

export function CancelingCard({ user, busy, generate }: CancelingProps) {
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
          <PortalButton>Resume plan</PortalButton>
        </>
      }
    />
  );
}
