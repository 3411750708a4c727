export const adStrings = {
  button: 'Create Ad Posts',
  title: 'Create ad posts?',
  busy: 'Writing…',
  failed: 'The ad posts could not be created.',
  text: (username: string) =>
    `The AI writes two ad posts a day for the next ten days and schedules them on @${username}. Times that are taken stay as they are.`,
  created: (createdCount: number, requestedCount: number) =>
    `Created ${createdCount} of ${requestedCount} requested ad posts.`,
};
