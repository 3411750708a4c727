import { expect, test } from 'vitest';
import { switchedOffText } from './switched-off.rules.ts';

const on = (username: string) => ({ username, is_active: true });
const off = (username: string) => ({ username, is_active: false });

test('ACC-47 accounts that a smaller plan switched off are named', () => {
  expect(switchedOffText([on('ada'), off('grace')], 1)).toBe(
    'Your plan includes 1 active X account, so @grace is switched off. Its posts are on hold.',
  );
  expect(switchedOffText([on('ada'), on('alan'), off('grace'), off('edsger')], 2)).toBe(
    'Your plan includes 2 active X accounts, so @grace and @edsger are switched off. Their posts are on hold.',
  );
});

test('with room in the plan only the account is named', () => {
  expect(switchedOffText([on('ada'), off('grace')], 2)).toBe(
    '@grace is switched off. Its posts are on hold.',
  );
  expect(switchedOffText([on('ada')], 1)).toBeNull();
  expect(switchedOffText([], 1)).toBeNull();
});
