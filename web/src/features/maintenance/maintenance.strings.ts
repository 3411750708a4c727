export const strings = {
  title: 'Down for Maintenance',
  message: 'We are performing scheduled maintenance. Please check back soon.',
  toast: 'Service is under maintenance. Please check back soon.',
  completion: 'Estimated completion:',
  waiting: 'This page checks every 30 seconds and will let you back in.',
  postsGoOut: 'Scheduled posts still go out.',
  postsWait: 'Scheduled posts wait, and move to the next free times.',
} as const;
