/** What staff may be; `tester` opens no console. */
export const roles = ['admin', 'support', 'ops', 'tester'] as const;
