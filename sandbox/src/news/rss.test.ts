import { expect, it } from 'vitest';
import { rssFeed } from './rss.ts';

it('is well-formed whatever a niche and its stories are called', () => {
  const story = {
    title: 'R&D < sales',
    link: 'https://news.test/?a=1&b=2',
    summary: '<b>Why</b>',
    publishedAt: new Date('2026-03-01T08:00:00Z'),
  };
  const feed = rssFeed('R&D', 'https://sandbox.test', [story]);
  expect(feed).toContain('<channel><title>R&amp;D news</title>');
  expect(feed).toContain(
    '<item><title>R&amp;D &lt; sales</title><link>https://news.test/?a=1&amp;b=2</link>',
  );
  expect(feed).toContain('<description>&lt;b&gt;Why&lt;/b&gt;</description>');
  expect(feed).not.toMatch(/&(?!amp;|lt;|gt;|quot;|#39;)/);
});
