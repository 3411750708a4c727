import type { CallInput } from '@drumbeat/contract/calls.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { queryClient } from '../../api/query.ts';
import { fakeServer, held } from '../../testing/fake-server.ts';
import { useNearness } from './NearnessSign.tsx';

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);
const near = (score: number) => ({ score, reasons: [] });
type Asked = { body: CallInput<'POST /api/voice/nearness'>['body'] };

test('texts are compared after a pause, each by its own words; an older score is kept for all of them alone', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 1 });
  const late = held<void>();
  const server = fakeServer({
    'POST /api/voice/nearness': async ({ body: { texts } }: Asked) => {
      if (texts.length === 1) await late.promise;
      return { texts: texts.map((text) => near(text.length)), set: near(texts.length) };
    },
  });
  const first = { id: '7' as string | undefined, texts: ['One', 'Three'], enabled: false };
  const { result, rerender } = renderHook(({ id, texts, enabled }) => useNearness(id, texts, enabled), {
    wrapper,
    initialProps: first,
  });
  expect(server.names()).toEqual([]);
  rerender({ ...first, enabled: true });
  await waitFor(() => expect(result.current.set).toEqual(near(2)));
  expect(['Three', 'One', 'Other'].map((text) => result.current.of(text))).toEqual([near(5), near(3), null]);
  // Half a word is not compared.
  rerender({ ...first, texts: ['Three f'], enabled: true });
  await act(() => vi.advanceTimersByTimeAsync(600));
  expect(server.names()).toHaveLength(1);
  rerender({ ...first, texts: ['Three four'], enabled: true });
  await act(() => vi.advanceTimersByTimeAsync(700));
  await waitFor(() => expect(server.names()).toHaveLength(2));
  expect([result.current.set, result.current.of('Three'), result.current.of('Three four')]).toEqual([
    near(2),
    null,
    null,
  ]);
  late.give();
  await waitFor(() => expect(result.current.of('Three four')).toEqual(near(10)));
  expect(result.current.set).toEqual(near(1));
  expect(server.made('POST /api/voice/nearness').map(({ body }) => body)).toEqual([
    { twitterAccountId: '7', texts: ['One', 'Three'] },
    { twitterAccountId: '7', texts: ['Three four'] },
  ]);
  // Where nothing is to be compared, nothing is said.
  rerender({ ...first, texts: ['Three four'] });
  expect([result.current.set, result.current.of('Three four')]).toEqual([null, null]);
});
