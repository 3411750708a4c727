import { listedPrices } from '@drumbeat/contract/billing/billing.rules.ts';
import { PUBLIC_FLAG_DEFAULTS } from '@drumbeat/contract/flags/flags.rules.ts';
import { call } from '../../api/client.ts';
import { beginSession } from '../../api/query.ts';
import { devFlags } from '../../base/dev-flags.ts';
import { notify } from '../../ui/feedback/toasts.ts';
import { type AuthForm, tidyEmail } from './auth.form.ts';
import { strings } from './auth.strings.ts';
import { markVerificationSent } from './verification-sent.ts';

async function plansAreOn(): Promise<boolean> {
  try {
    return (await call('GET /api/public/flags')).flags.plans_enabled;
  } catch {
    return PUBLIC_FLAG_DEFAULTS.plans_enabled;
  }
}

/** The checkout of the cheapest paid plan, used if the plans page is switched off. */
async function checkoutLink(token: string): Promise<string> {
  const { products } = await call('GET /api/products');
  const paid = products
    .flatMap(listedPrices)
    .filter((price) => price.unit_amount > 0)
    .sort((a, b) => a.unit_amount - b.unit_amount)[0];
  if (!paid) throw new Error('The catalogue has no paid plan');
  const { url } = await call('POST /api/create-checkout-session', { body: { priceId: paid.id } }, { token });
  return url;
}

/**
 * Creates the account. The guard of `/auth` then redirects to the plans page. If that page is switched off, a
 * checkout opens right away; if that fails, `go` leads to the dashboard.
 */
export async function signUp(form: AuthForm, go: (path: '/dashboard') => void): Promise<void> {
  const [session, plans] = await Promise.all([
    call('POST /api/auth/signup', {
      body: {
        email: tidyEmail(form.email),
        password: form.password,
        niche: form.niche,
        emailConsent: form.emailConsent,
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      },
    }),
    plansAreOn(),
  ]);
  // Sign-up has already sent the first verification email.
  markVerificationSent(session.user.id);
  if (plans || devFlags().skipPayment) return beginSession(session);
  try {
    const url = await checkoutLink(session.token);
    beginSession(session);
    window.location.assign(url);
  } catch {
    notify.info(strings.checkoutFailed);
    beginSession(session);
    go('/dashboard');
  }
}
