/** A niche that people may choose. */
export type NicheRecord = { id: number; name: string; parentId: number | null };
