import { PUBLIC_FLAG_DEFAULTS } from '@drumbeat/contract/flags/flags.rules.ts';
import type { PublicFlags } from '@drumbeat/contract/flags/flags.ts';
import { useQuery } from '@tanstack/react-query';
import { queryClient, queryOf } from '../../api/query.ts';

const flagsQuery = queryOf('GET /api/public/flags');

/** The public flags: undefined until loaded; the defaults if they cannot be loaded (`isError`). */
export function useFlags() {
  const { data, isError, error, refetch } = useQuery(flagsQuery);
  return { flags: data?.flags ?? (isError ? PUBLIC_FLAG_DEFAULTS : undefined), isError, error, refetch };
}

/** The public flags as a promise; the defaults if the first attempt fails. */
export async function readFlags(): Promise<PublicFlags> {
  try {
    return (await queryClient.fetchQuery({ ...flagsQuery, retry: false })).flags;
  } catch {
    return PUBLIC_FLAG_DEFAULTS;
  }
}
