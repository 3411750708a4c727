/**
 * A tab in which staff view a customer's account. It is opened by the console and has a session of its own, and it keeps
 * nothing: what the product stores on this device belongs to whoever works here, and stays theirs.
 */
export const VIEW_TAB_KEY = 'viewTab';

/** Whether this tab is for a view. It stays one when the view has ended. */
export function isViewTab(): boolean {
  return sessionStorage.getItem(VIEW_TAB_KEY) !== null;
}
