import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Judgement } from '../gate/batch.rules.ts';
import { afterAnswer, afterFailure, nextAsk, type Step } from './writing.rules.ts';

type Job = Parameters<typeof nextAsk>[0];

function job(planned: number, change: Partial<Job> = {}): Job {
  const slots = Array.from({ length: planned }, (_, i) => ({
    scheduledTime: `2026-11-18T${String(i).padStart(2, '0')}:00:00.000Z`,
    scheduledTimeLocal: '2026-11-18T09:00:00',
  }));
  return { slots, drafts: [], round: 1, toAsk: planned, failures: 0, refusals: [], ...change };
}

function answer(accepted: number, refused = 0): Judgement {
  return {
    accepted: Array.from({ length: accepted }, (_, i) => `post ${i}`),
    refused: Array.from({ length: refused }, () => ({ text: 'x', fault: 'too_long' as const })),
  };
}

describe('afterAnswer', () => {
  it('asks again in the next round for what was refused, and for a few to spare', () => {
    expect(afterAnswer(job(5), 5, answer(3, 2))).toEqual({
      drafts: ['post 0', 'post 1', 'post 2'],
      status: 'processing',
      round: 2,
      toAsk: 3,
      failures: 0,
      pauseMs: 0,
      refusals: [{ fault: 'too_long' }, { fault: 'too_long' }],
    });
  });

  it('fails plainly after three rounds for the refused', () => {
    const last = job(5, { round: 4, toAsk: 2, drafts: ['a', 'b'] });
    expect(afterAnswer(last, 2, answer(1, 1))).toEqual({
      drafts: ['a', 'b', 'post 0'],
      refusals: [{ fault: 'too_long' }],
      failures: 0,
      toAsk: 0,
      status: 'failed',
      error: "Too few drafts were good enough. Please generate again. This didn't use a generation.",
    });
    expect(afterAnswer({ ...last, round: 3 }, 2, answer(1, 1))).toMatchObject({ round: 4, toAsk: 3 });
  });

  it('blames the niche only where the model declined every time and wrote nothing', () => {
    const blames = (change: Partial<Job>) =>
      afterAnswer(job(5, { round: 4, ...change }), 5, { fault: 'declined' }).error?.includes(
        'Choose another niche',
      );
    expect(blames({})).toBe(true);
    expect(blames({ refusals: [{ fault: 'refusal' }, { fault: 'declined' }] })).toBe(true);
    expect(blames({ refusals: [{ fault: 'too_long' }, { fault: 'refusal' }] })).toBe(false);
    expect(blames({ drafts: ['a'] })).toBe(false);
  });

  it('is content with four fifths when no round is left, and plans no more posts than it has', () => {
    const last = job(10, { round: 4, toAsk: 3, drafts: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] });
    const step = afterAnswer(last, 3, answer(1, 2));
    expect(step).toMatchObject({ status: 'completed', toAsk: 0 });
    expect(step.drafts).toEqual([...last.drafts, 'post 0']);
    expect(step.slots).toEqual(last.slots.slice(0, 8));
    expect(afterAnswer(last, 3, answer(0, 3))).toMatchObject({ status: 'failed' });
  });

  it('ends whatever the model answers, with every draft within the plan', () => {
    const answers = fc.array(fc.record({ accepted: fc.nat(8), rejected: fc.nat(8) }), {
      minLength: 200,
      maxLength: 200,
    });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), answers, (planned, given) => {
        let state = job(planned);
        let step: Step | undefined;
        let calls = 0;
        while (step?.status !== 'completed' && step?.status !== 'failed') {
          const { accepted, rejected } = given[calls] ?? { accepted: 0, rejected: 1 };
          step = afterAnswer(state, nextAsk(state), answer(accepted, rejected));
          state = { ...state, ...step };
          calls += 1;
          expect(state.drafts.length).toBeLessThanOrEqual(planned);
        }
        expect(step.status === 'completed').toBe(state.drafts.length >= planned * 0.8);
        if (step.status === 'completed') expect(state.slots).toHaveLength(state.drafts.length);
        expect(calls).toBeLessThanOrEqual(4 * Math.ceil((planned * 1.2 + 1) / 5));
      }),
    );
  });
});

describe('afterFailure', () => {
  it('waits longer each time, then gives up; a later answer starts the count again', () => {
    const pauses = [0, 1, 2, 3].map((failures) => afterFailure(job(5, { failures })));
    expect(pauses.map(({ status, pauseMs }) => [status, pauseMs])).toEqual([
      ['processing', 2_000],
      ['processing', 8_000],
      ['processing', 32_000],
      ['failed', undefined],
    ]);
    expect(pauses[0]).toEqual({ failures: 1, status: 'processing', pauseMs: 2_000 });
    expect(pauses[3]).toEqual({
      failures: 4,
      status: 'failed',
      error:
        "The AI cannot be reached right now. Please generate again in a few minutes. This didn't use a generation.",
    });
    expect(afterAnswer(job(6, { failures: 3 }), 5, answer(5)).failures).toBe(0);
  });
});
