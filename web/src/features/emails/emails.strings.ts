export const strings = {
  emails: 'Email templates',
  search: 'Search',
  loading: 'Loading email templates',
  failed: 'Failed to load email templates',
  saveFailed: 'Failed to save template',
  none: 'No email templates match.',
  locale: 'Locale',
  subject: 'Subject',
  html: 'HTML',
  htmlHelp: 'Liquid, with the variables below. Rendered inside the layout.',
  plain: 'Plain text',
  variables: 'Variables (JSON)',
  variablesHelp:
    'Variables that Drumbeat does not fill in need a default: {"name": "tone", "default": "kind"}',
  sendTest: 'Send test to me',
  sendFailed: 'Failed to send the test',
} as const;
