import { expect, test } from 'vitest';
import { buildProfile } from './profile/profile.rules.ts';
import { bakerPosts, LOUD } from './voice.fixture.ts';
import { emptyVoice, withImport, withSettings } from './voice.rules.ts';

const then = new Date('2026-11-20T09:00:00Z');
const now = new Date('2026-11-21T09:00:00Z');
const empty = emptyVoice({ id: 7, userId: 3 }, then);
const settings = {
  language: 'en' as const,
  tone: 'dry',
  topics: ['bread'],
  avoidedTopics: [],
  bannedWords: [],
  signOff: '',
};
const samples = bakerPosts(3);

test('three samples with words make the profile, and fewer make none', () => {
  expect(withSettings(empty, { ...settings, samples }, now)).toEqual({
    ...empty,
    ...settings,
    samples,
    profile: buildProfile(samples, 'en'),
    source: 'samples',
    profiledAt: now,
    updatedAt: now,
  });
  const few = [...samples.slice(1), '🍞'];
  const voice = withSettings(
    withSettings(empty, { ...settings, samples }, then),
    { ...settings, samples: few },
    now,
  );
  expect(voice).toEqual({ ...empty, ...settings, samples: few, updatedAt: now });
});

test('an import chooses six typical posts of the newest 200, each once, none too short or too long', () => {
  const posts = bakerPosts(230);
  const long = `${posts.slice(0, 30).join(' ')}`;
  const mixed = [LOUD, 'ok', long, posts[0] ?? '', ...posts];
  const { samples: chosen } = withImport(empty, mixed, 'archive', now);
  expect(new Set(chosen).size).toBe(6);
  for (const text of chosen) {
    expect(posts.slice(0, 196)).toContain(text);
    expect(text.length).toBeLessThanOrEqual(1_000);
  }
  expect(withImport(empty, [LOUD, ...bakerPosts(5), LOUD], 'archive', now).samples.at(-1)).toBe(LOUD);
});
