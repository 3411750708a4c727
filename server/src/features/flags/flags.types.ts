/** A flag as staff set it: any JSON value. */
export type FlagRecord = { key: string; value: unknown };
