import { expect, test } from 'vitest';
import { buildProfile } from './profile/profile.rules.ts';
import { bakerPosts, LOUD } from './voice.fixture.ts';
import { emptyVoice, postsToRead, withImport, withoutProfile, withSettings } from './voice.rules.ts';

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

test('a voice that nobody set is empty and English', () => {
  expect(empty).toEqual({
    accountId: 7,
    userId: 3,
    language: 'en',
    tone: '',
    topics: [],
    avoidedTopics: [],
    bannedWords: [],
    signOff: '',
    samples: [],
    profile: null,
    source: null,
    profiledAt: null,
    points: {},
    updatedAt: then,
  });
});

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

test('an imported profile stays with other settings and samples, unless the language changes', () => {
  const imported = withImport(empty, bakerPosts(20), 'pasted', then);
  expect(withSettings(imported, { ...settings, samples }, now)).toEqual({
    ...imported,
    ...settings,
    samples,
    updatedAt: now,
  });
  const german = withSettings(imported, { ...settings, language: 'de', samples }, now);
  expect([german.source, german.profile?.language, german.profile?.posts]).toEqual(['samples', 'de', 3]);
});

test('without its profile a voice keeps its settings and loses what was changed of the points', () => {
  const voice = { ...empty, ...settings, samples, points: { comma: { isOn: false, text: null } } };
  const imported = withImport(voice, bakerPosts(20), 'archive', then);
  expect(withoutProfile(imported, now)).toEqual({ ...voice, points: {}, updatedAt: now });
});

test('an import makes the profile, and keeps samples where there are some', () => {
  const posts = bakerPosts(20);
  expect(withImport({ ...empty, samples }, posts, 'archive', now)).toEqual({
    ...empty,
    samples,
    profile: buildProfile(posts, 'en'),
    source: 'archive',
    profiledAt: now,
    updatedAt: now,
  });
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

test('posts are read until they are more characters than an import may have; those without words are left out', () => {
  const full = Array.from({ length: 601 }, () => 'x'.repeat(1_000));
  expect(postsToRead(['🍞', ...full])).toEqual(full.slice(1));
  expect(postsToRead(['y'.repeat(1_001), ...full])).toHaveLength(599);
});
