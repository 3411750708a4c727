import type { Shortcut } from '../../../ui/dialogs/ShortcutSheet.tsx';

/** The keyboard shortcuts of the dashboard. */
export const shortcuts: readonly Shortcut[] = [
  [['J'], 'Next post'],
  [['K'], 'Previous post'],
  [['E'], 'Edit the post in focus'],
  [['X'], 'Select the post in focus; hold Shift on a checkbox for a range'],
  [['H'], 'Show its full text and history'],
  [['N'], 'Write a new post'],
  [['/'], 'Search posts'],
  [['Ctrl or ⌘', 'Enter'], 'Save or schedule what you are writing'],
  [['Esc'], 'Close, and keep what you typed as a draft'],
  [['?'], 'This list'],
];
