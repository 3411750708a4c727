import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { queryClient } from '../../api/query.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { noFetchLeft } from '../../testing/screen.tsx';
import { PostSources } from './SourceLinks.tsx';

const url = 'https://shop.example/1';
const source = (claim: string, label: string, address: string | null = null) => ({
  claim,
  sourceId: 'fact:1',
  label,
  url: address,
});
const inApp = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);
const lines = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);

test('FACT-20 a post names the sources of what its words still say, first those that are saved', async () => {
  const saved = [source('$19', 'Pro costs $19', url), source('31 March', 'The sale'), source('20%', 'Gone')];
  const server = fakeServer({ 'GET /api/posts/:id/sources': { sources: saved } });
  const post = { id: '12', content: 'It costs $19 until 31 March, or $7.' };
  const more = [source('$7', 'Basic costs $7'), source('$19', 'Another')];
  const { rerender } = render(<PostSources post={post} />, { wrapper: inApp });
  await waitFor(() => expect(lines()).toEqual(['$19 – Pro costs $19', '31 March – The sale']));
  expect(server.made('GET /api/posts/:id/sources').map(({ params }) => params)).toEqual([{ id: '12' }]);
  const link = screen.getByRole('link', { name: 'Pro costs $19' });
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
    url,
    'noopener noreferrer nofollow',
  ]);
  rerender(<PostSources post={post} more={more} />);
  expect(lines()).toEqual(['$19 – Pro costs $19', '31 March – The sale', '$7 – Basic costs $7']);
  rerender(<PostSources post={post} text="Now it is $7." more={more} />);
  expect(lines()).toEqual(['$7 – Basic costs $7']);
  rerender(<PostSources post={post} text="" more={more} />);
  expect(screen.queryByRole('region', { name: 'Supported by' })).toBeNull();
});

test('FACT-20 sources are read again whenever a post is opened, and only once it has its id', async () => {
  const server = fakeServer({ 'GET /api/posts/:id/sources': { sources: [] } });
  render(<PostSources post={{ id: '3-1', content: 'It costs $19.' }} />, { wrapper: inApp });
  expect(server.names()).toEqual([]);
  for (const times of [1, 2]) {
    render(<PostSources post={{ id: '12', content: 'It costs $19.' }} />, { wrapper: inApp });
    await waitFor(() => expect(server.names()).toHaveLength(times));
    await noFetchLeft('GET /api/posts/:id/sources');
  }
});
