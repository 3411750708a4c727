/**
 * After a paid checkout, the provider's webhook may arrive later than the person. The guard then waits for
 * the subscription, for up to half a minute, instead of redirecting to the plans.
 */
import type { User } from '@drumbeat/contract/users/users.ts';
import { useSyncExternalStore } from 'react';
import { call } from '../api/client.ts';
import { rememberUser } from '../api/query.ts';
import { refreshAfterPlanChange } from '../features/billing/subscription.query.ts';
import { notify } from '../ui/feedback/toasts.ts';
import { hasPlan } from './guards.ts';
import { returnStrings } from './returns.ts';

const TRIES = 20;
const PAUSE_MS = 1500;

let confirming = false;
const listeners = new Set<() => void>();

function set(to: boolean): void {
  confirming = to;
  for (const listener of [...listeners]) listener();
}

/** Syncs with the provider, because its webhook may arrive late. Undefined if that failed. */
async function syncSubscription(): Promise<User | undefined> {
  try {
    const { user } = await call('POST /api/subscription/sync');
    rememberUser(user);
    return user;
  } catch {
    return undefined;
  }
}

/** Loads what was changed in the billing portal. */
export async function readAfterPortal(): Promise<void> {
  await syncSubscription();
  await refreshAfterPlanChange();
}

/** Whether the new subscription has started. `hasPlan` alone also holds for every former subscriber. */
function hasBegun(user: User): boolean {
  return hasPlan(user) && user.subscriptionStatus !== 'canceled' && user.subscriptionStatus !== 'inactive';
}

export async function confirmCheckout(): Promise<void> {
  set(true);
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const user = await syncSubscription();
    if (user && hasBegun(user)) {
      void refreshAfterPlanChange();
      notify.success(returnStrings.subscribed);
      return set(false);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  notify.info(returnStrings.notConfirmed);
  set(false);
}

export function useConfirmingCheckout(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => confirming,
  );
}
