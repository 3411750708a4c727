export const promptRoles = ['system', 'user'] as const;
export type PromptRole = (typeof promptRoles)[number];
