/**
 * After a paid checkout the provider's webhook may still be on its way. Until the subscription shows, or half a
 * minute has passed, the guard waits instead of sending the person back to the plans.
 */
import type { User } from '@drumbeat/contract/users.ts';
import { useSyncExternalStore } from 'react';
import { call } from '../api/client.ts';
import { rememberUser } from '../api/query.ts';
import { refreshAfterPlanChange } from '../features/billing/subscription.query.ts';
import { notify } from '../ui/toasts.ts';
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

/** Reads the provider's current state, because its webhook may arrive after the person. Undefined if that failed. */
async function syncSubscription(): Promise<User | undefined> {
  try {
    const { user } = await call('POST /api/subscription/sync');
    rememberUser(user);
    return user;
  } catch {
    return undefined;
  }
}

/** Shows what was changed in the billing portal. */
export async function readAfterPortal(): Promise<void> {
  await syncSubscription();
  await refreshAfterPlanChange();
}

/** Somebody who subscribed before may see the app while the new subscription is still on its way. */
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
