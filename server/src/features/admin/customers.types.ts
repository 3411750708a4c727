import type { customers } from './customers.tables.ts';

export type CustomerRecord = typeof customers.$inferSelect;
