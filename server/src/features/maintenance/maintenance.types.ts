export type WindowRecord = {
  id: number;
  startsAt: Date;
  endsAt: Date | null;
  message: string | null;
  canceledAt: Date | null;
};

/** What holds at one instant: the window that is on, else the next one that is near. */
export type MaintenanceState = { active: boolean; window: WindowRecord | undefined };

export type NewWindow = Pick<WindowRecord, 'startsAt' | 'endsAt' | 'message'> & { createdBy: number };
