import { randomUUID } from 'node:crypto';

/** The id of this process in the database. Unlike a pid, it is never reused. */
export const INSTANCE = randomUUID();
