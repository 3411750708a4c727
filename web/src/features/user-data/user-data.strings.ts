export const strings = {
  download: 'Download my data',
  downloading: 'Preparing…',
  downloadLead: 'Everything that we keep about you, as a JSON file.',
  downloaded: 'Your data is in your downloads.',
  notDownloaded: 'Your data could not be prepared. Please try again.',
  remove: 'Delete account',
  removeLead: 'Your posts, your X connections and your plan end at once. This cannot be undone.',
  removeTitle: 'Delete your account?',
  removing: 'Deleting…',
  keep: 'Keep my account',
  lost: [
    'Scheduled posts are not published, and all posts are removed from Drumbeat. What stands on X stays there.',
    'X is disconnected. The same X account can be connected again after 24 hours.',
    'A running plan or trial ends now. You are not charged again.',
  ],
  removed: 'Your account is deleted. A mail confirms it.',
} as const;
