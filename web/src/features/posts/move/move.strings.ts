/** Texts about moving a post. */
export const moveStrings = {
  title: 'Move to…',
  submit: 'Move post',
  busy: 'Moving…',
  date: 'Date',
  time: 'Time',
  zone: (zone: string): string => `Times in ${zone}`,
  undo: 'Undo',
  moved: (when: string): string => `Moved to ${when}.`,
  movedBack: (when: string): string => `Back at ${when}.`,
  refused: (reason: string): string => `The post was not moved. ${reason}`,
  notHere: 'Not possible here',
  tryAgain: 'Please try again.',
  offline: 'You are offline. Try again when you are connected.',
  skipped: 'The clocks go forward then, so this time does not exist. Choose another time.',
} as const;
