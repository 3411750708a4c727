import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { queryClient, userQuery } from '../../api/query.ts';
import { buildSubscription } from '../../testing/build-subscription.fixture.ts';
import { buildUser } from '../../testing/build-user.fixture.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { usePlanDetails } from './subscription.query.ts';

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);

test('the details of a plan are used only while they agree with the user', async () => {
  const paused = buildSubscription({ status: 'past_due' });
  fakeServer({ 'GET /api/subscription': paused });
  const user = buildUser({ subscriptionStatus: 'past_due' });
  queryClient.setQueryData(userQuery.queryKey, user);
  const { result } = renderHook(usePlanDetails, { wrapper });
  expect(result.current).toEqual({ data: undefined, isLoading: true });
  await waitFor(() => expect(result.current).toEqual({ data: paused, isLoading: false }));
  act(() => {
    queryClient.setQueryData(userQuery.queryKey, { ...user, subscriptionStatus: 'active' });
  });
  await waitFor(() => expect(result.current).toEqual({ data: undefined, isLoading: false }));
});
