/** Staff roles; `tester` has no access to the console. */
export const roles = ['admin', 'support', 'ops', 'tester'] as const;
