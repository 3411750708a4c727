export const strings = {
  download: 'Download my data',
  downloading: 'Preparing…',
  downloadLead: 'Everything we keep about you, as a JSON file.',
  downloaded: 'Your data is in your downloads.',
  notDownloaded: 'Your data could not be prepared. Please try again.',
  remove: 'Delete account',
  removeLead: 'Deletes your posts, disconnects X and ends your plan at once. This cannot be undone.',
  removeTitle: 'Delete your account?',
  removing: 'Deleting…',
  keep: 'Keep my account',
  lost: [
    "Scheduled posts won't be published, and all posts are removed from Drumbeat. Posts already on X stay there.",
    'X is disconnected. The same X account can be connected again after 24 hours.',
    "Your plan or trial ends now. You won't be charged again.",
  ],
  removed: "Your account is deleted. We'll confirm it by email.",
} as const;
