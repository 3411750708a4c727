export const strings = {
  opening: 'Opening the view',
  bar: 'View of a customer',
  viewing: 'Viewing as',
  readOnly: 'read-only',
  ends: (time: string) => `ends ${time}`,
  stop: 'Stop',
  stopping: 'Stopping…',
  notStopped: 'The view could not be stopped. Please try again.',
  endedTitle: 'This view has ended',
  ended: 'Close this tab. To look again, open a view from the console.',
  close: 'Close this tab',
} as const;
