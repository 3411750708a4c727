import { expect, test } from 'vitest';
import type { GenerationJob } from './generation.types.ts';
import { generationView } from './generation.view.ts';

const createdAt = new Date('2026-11-18T08:00:00Z');
const slots = [9, 18].map((hour) => ({
  scheduledTime: `2026-11-18T0${hour % 8}:00:00.000Z`,
  scheduledTimeLocal: `2026-11-18T${hour}:00:00`,
}));
const job = (change: Partial<GenerationJob>): GenerationJob => ({
  id: 'a-job',
  userId: 3,
  accountId: 7,
  status: 'processing',
  kind: 'calendar',
  niche: 'Gaming',
  isInTrial: true,
  daysText: '7 days',
  replaces: false,
  slots,
  drafts: [],
  round: 1,
  toAsk: 2,
  failures: 0,
  refusals: [],
  error: null,
  createdAt,
  updatedAt: new Date(0),
  usedAt: null,
  finalizedAt: null,
  ...change,
});
const none = { nearnessOf: () => null, sources: [] };

test.each<[string, number, Partial<GenerationJob>]>([
  ['Waiting to start', 0, { status: 'pending' }],
  ['0 of 2 posts written', 0, {}],
  ['1 of 2 posts written', 50, { drafts: ['One'] }],
  ['The AI is slow to answer. 1 of 2 posts written', 50, { drafts: ['One'], failures: 1 }],
  ['No posts were generated', 50, { status: 'failed', drafts: ['One'], error: 'Too few' }],
  ['2 posts are ready', 100, { status: 'completed', drafts: ['One', 'Two'] }],
  ['1 post is ready', 100, { status: 'completed', drafts: ['One'], slots: slots.slice(0, 1) }],
])('GEN-09 a job is told as: %s', (message, progress, change) => {
  const { result, ...told } = generationView(job(change), none);
  const { status, error } = job(change);
  expect(told).toEqual({ status, progress, message, error });
  expect(result === null).toBe(status !== 'completed');
});

test('GEN-09 posts that are ready have their times, how near they are and what supports them', () => {
  const source = { claim: '$9', sourceId: 'fact:1', label: 'Rye costs $9', url: null };
  const nearness = { score: 80, reasons: ['Too long'] };
  const completed = job({ status: 'completed', drafts: ['One', 'Two'] });
  const beside = {
    nearnessOf: (text: string) => (text === 'Two' ? nearness : null),
    sources: [[source], []],
  };
  const [first, second] = slots;
  const at = createdAt.getTime();
  expect(generationView(completed, beside).result).toEqual({
    posts: [
      { id: `${at}-0`, content: 'One', ...first, status: 'Pending', sources: [source] },
      { id: `${at}-1`, content: 'Two', ...second, status: 'Pending', nearness },
    ],
    isInTrial: true,
    daysText: '7 days',
  });
});
