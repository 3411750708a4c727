export const strings = {
  title: 'Down for Maintenance',
  message: 'We are performing scheduled maintenance. Please check back soon.',
  toast: 'Service is under maintenance. Please check back soon.',
  completion: 'Estimated completion:',
  waiting: 'This page looks again every 30 seconds and lets you back in by itself.',
} as const;
