export type TwoFactorRecord = {
  userId: number;
  sealedSecret: string;
  backupSalt: string | null;
  /** The 30-second step of the last accepted code. */
  lastStep: number;
  createdAt: Date;
  /** Null until it is enabled. */
  enabledAt: Date | null;
};
