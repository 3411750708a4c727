export const strings = {
  title: 'Change password',
  lead: 'Every other session will be signed out.',
  current: 'Current password',
  fresh: 'New password',
  again: 'Confirm new password',
  different: 'New passwords do not match.',
  failed: 'Your password could not be changed. Please try again.',
  cancel: 'Cancel',
  save: 'Change password',
  saving: 'Changing…',
} as const;
