export const strings = {
  flags: 'Feature flags',
  loading: 'Loading flags',
  failed: 'Failed to load flags',
  saveFailed: 'Failed to save flag',
  none: 'There are no flags.',
  add: 'New flag',
  key: 'Key',
  keyMissing: 'Please name the flag.',
  value: 'Value (JSON)',
  valueHelp: 'true, 5, "text" or {"a": 1}. Empty means null.',
  invalid: 'Value must be valid JSON',
  description: 'Description',
} as const;
