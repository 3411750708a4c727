/**
 * A tab in which staff view a customer's account. The console opens it, and it has its own session. It stores
 * nothing: the data on this device belongs to the member of staff.
 */
export const VIEW_TAB_KEY = 'viewTab';

/** Whether this is a view tab. It remains one after the view has ended. */
export function isViewTab(): boolean {
  return sessionStorage.getItem(VIEW_TAB_KEY) !== null;
}
