/** Warns staff who can act on it that the credits at X are running out. */
import { staffMay } from '@drumbeat/contract/staff-roles.ts';
import type { User } from '@drumbeat/contract/users/users.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../api/query.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { lowText } from './costs.rules.ts';

export function CreditsBanner({ roles }: { roles: User['roles'] }) {
  const mayRead = staffMay(roles, 'GET /api/admin/costs/credits');
  const credits = useQuery({ ...queryOf('GET /api/admin/costs/credits'), enabled: mayRead }).data;
  if (!credits?.is_low) return null;
  return <Banner tone="warning">{lowText(credits)}</Banner>;
}
