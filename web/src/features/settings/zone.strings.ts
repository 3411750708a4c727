export const strings = {
  field: 'Time zone',
  help: 'Your posts are planned and shown in this zone.',
  none: 'No such zone',
  line: (zone: string) => `Times in ${zone}.`,
  useDevice: "Use this device's zone",
  title: (city: string) => `Show times in ${city}?`,
  question: 'What happens to your planned posts?',
  moments: 'Keep the moments',
  momentsHelp: 'Each post goes out when it would have. Only the clock time you see changes.',
  clockTimes: 'Keep the clock times',
  clockTimesHelp: (city: string) =>
    `A post planned for 09:00 goes out at 09:00 in ${city}. If that time has passed, it moves to your next free time.`,
  save: 'Change time zone',
  saving: 'Changing…',
  failed: 'Failed to change the time zone. Please try again.',
  saved: (city: string, moved: number) =>
    moved === 0
      ? `Times are now in ${city}.`
      : `Times are now in ${city}. ${moved === 1 ? '1 post' : `${moved} posts`} moved.`,
} as const;
