export type WindowRecord = {
  id: number;
  startsAt: Date;
  endsAt: Date | null;
  message: string | null;
  /** Whether posts wait during the window, instead of going out as planned. */
  holdsPublishing: boolean;
  canceledAt: Date | null;
};

/** The state at one instant: the current window, else the next one that is near. */
export type MaintenanceState = { active: boolean; window: WindowRecord | undefined };

export type NewWindow = Pick<WindowRecord, 'startsAt' | 'endsAt' | 'message' | 'holdsPublishing'> & {
  createdBy: number;
};
