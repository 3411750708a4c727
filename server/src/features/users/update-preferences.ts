import type { Actor } from '../../platform/http/actor.ts';
import type { UsersDeps } from './users.deps.ts';
import { updateUser } from './users.store.ts';

type Preferences = { emailConsent?: boolean | undefined; timeZone?: string | undefined };

/** Changes what a person chose about mail and time; what is not given stays as it is. */
export async function updatePreferences(deps: UsersDeps, actor: Actor, input: Preferences): Promise<void> {
  await updateUser(deps.db, actor.userId, {
    ...(input.emailConsent === undefined ? {} : { emailConsent: input.emailConsent }),
    ...(input.timeZone === undefined ? {} : { timeZone: input.timeZone }),
    updatedAt: deps.clock.now(),
  });
}
