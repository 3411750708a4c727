/** Something with versions. The id is the flag's key; for a template its key, locale and niche. */
export type Subject = { type: 'flag' | 'prompt' | 'email_template'; id: string };

export type VersionRecord<Content = unknown> = {
  subjectId: string;
  version: number;
  content: Content;
  isPublished: boolean;
  /** No version is in use from here on, until a later one is published. */
  isWithdrawal: boolean;
  savedAt: Date;
  savedBy: number | null;
  reason: string | null;
};
