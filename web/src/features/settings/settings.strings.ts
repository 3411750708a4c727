export const strings = { title: 'Settings', security: 'Security' } as const;
