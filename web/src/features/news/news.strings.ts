export const strings = {
  title: (niche: string) => `News in ${niche}`,
  introTitle: "What's new in your niche",
  intro: (niche: string) =>
    `Short summaries of recent ${niche} stories, for ideas while your calendar runs. Edit any post to pick one up.`,
  refresh: 'Refresh news',
  noUser: 'User not authenticated',
  badToken: 'Invalid authentication token',
  fetchFailed: 'Failed to fetch news',
  checkFailed: 'Failed to check for fresh news',
  refreshFailed: 'Failed to force refresh news',
} as const;
