import { type staffAccess, staffMay } from '@drumbeat/contract/staff-roles.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf, useUser } from '../../api/query.ts';
import { useToken } from '../../api/useToken.ts';

/** The roles call; it succeeds only for staff with access to the console. */
export function useStaff() {
  const token = useToken();
  return useQuery({ ...queryOf('GET /api/admin/me/roles'), enabled: token !== null });
}

/** Whether to show the Admin link: once the roles call has succeeded. Customers never make that call. */
export function useIsStaff(): boolean {
  const { data: user } = useUser();
  const mayAsk = user !== undefined && user.emailVerifiedAt !== null && user.roles.length > 0;
  const { isSuccess } = useQuery({ ...queryOf('GET /api/admin/me/roles'), enabled: mayAsk });
  return mayAsk && isSuccess;
}

/** Whether this member of staff may make the call; controls for other calls are hidden. */
export function useMay(name: keyof typeof staffAccess): boolean {
  const { data } = useStaff();
  return data !== undefined && staffMay(data.roles, name);
}
