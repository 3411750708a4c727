import type { User } from '@drumbeat/contract/users/users.ts';
import type { Platform } from '../../platform/platform.ts';

export type UsersDeps = Pick<Platform, 'db' | 'clock'>;

/** What an answer says of the person. The feature user-view stands above auth and billing, so compose hands it in. */
export type UserReader = { getUser(userId: number): Promise<User> };
