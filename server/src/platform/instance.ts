import { randomUUID } from 'node:crypto';

/** This process, as the database knows it; process numbers come back, this one never does. */
export const INSTANCE = randomUUID();
