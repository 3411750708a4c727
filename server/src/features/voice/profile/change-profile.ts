import { IMPORT_MIN, type VoiceLanguage, type VoicePoint } from '@drumbeat/contract/voice/voice.rules.ts';
import type { Actor } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import { voiceChanges, voiceImports } from '../../../platform/rate-limits.ts';
import { recordAudit } from '../../audit/record-audit.ts';
import { changeVoice, requireVoice, unreadable } from '../change-voice.ts';
import { postsToRead, withImport, withoutProfile } from '../voice.rules.ts';
import type { Voice, VoiceDeps } from '../voice.types.ts';
import { findLanguages } from './find-languages.ts';
import { countLanguages, languageFault, mainLanguages } from './languages.rules.ts';

type Input = {
  twitterAccountId?: number | undefined;
  source: 'archive' | 'pasted';
  posts: readonly { text: string; sentAt: string | null }[];
};

/**
 * Builds a voice's profile from posts, which are not stored; all or nothing. From an archive, posts in other
 * languages are skipped; pasted posts must all be in the voice's language. Throws VOICE_UNREADABLE for other
 * languages or fewer than 10 posts, X_ACCOUNT_NOT_FOUND, X_NOT_CONNECTED, and RATE_LIMIT_EXCEEDED above 20
 * imports an hour.
 */
export async function importVoice(
  deps: VoiceDeps,
  actor: Actor,
  input: Input,
): Promise<{ voice: Voice; read: number; leftOut: number }> {
  await deps.limits.consume(voiceImports, actor.userId);
  const at = deps.clock.now();
  const { language } = await requireVoice(deps.db, actor, input, at);
  const texts = newestFirst(input.posts);
  const inLanguage = await textsIn(language, texts, input.source);
  const read = postsToRead(inLanguage);
  if (read.length < IMPORT_MIN) throw tooFew(read.length);
  const voice = await changeVoice(deps, actor, input, async (before, tx) => {
    // The language changed meanwhile: these posts were checked against the old one.
    if (before.language !== language)
      throw unreadable('The language of this voice has just changed. Import your posts again.', 'posts');
    await recordAudit(tx, actor, {
      at,
      action: 'voice.imported',
      target: { type: 'x_account', id: String(before.accountId) },
      details: { source: input.source, posts: read.length },
    });
    return withImport(before, read, input.source, at);
  });
  return { voice, read: read.length, leftOut: texts.length - read.length };
}

/** Posts without a time come last, in their given order. */
function newestFirst(posts: Input['posts']): string[] {
  const time = ({ sentAt }: Input['posts'][number]) => (sentAt === null ? 0 : Date.parse(sentAt));
  return posts.toSorted((a, b) => time(b) - time(a)).map(({ text }) => text);
}

/** The texts in the voice's language, or too short to detect. Throws VOICE_UNREADABLE. */
async function textsIn(
  language: VoiceLanguage,
  texts: readonly string[],
  source: Input['source'],
): Promise<string[]> {
  const languages = await findLanguages(texts);
  const counts = countLanguages(languages);
  const fault = languageFault(counts, language, 'posts');
  const [commonest] = mainLanguages(counts);
  if (fault && (source === 'pasted' || commonest !== language)) throw unreadable(fault, 'posts');
  return texts.filter((_, at) => (languages[at] ?? language) === language);
}

function tooFew(found: number): Error {
  const here =
    found === 1
      ? 'There is only 1 post with text of its own here.'
      : `There are only ${found} posts with text of their own here.`;
  return unreadable(`${here} A profile needs at least ${IMPORT_MIN}.`, 'posts');
}

type PointChange = {
  twitterAccountId?: number | undefined;
  point: VoicePoint;
  isOn: boolean;
  text: string | null;
};

/**
 * Rewords a point of the profile, or switches it on or off; a point that is off is ignored when texts are
 * compared. Throws VOICE_PROFILE_NOT_FOUND, X_ACCOUNT_NOT_FOUND, X_NOT_CONNECTED, RATE_LIMIT_EXCEEDED.
 */
export async function changePoint(deps: VoiceDeps, actor: Actor, input: PointChange): Promise<Voice> {
  await deps.limits.consume(voiceChanges, actor.userId);
  const { point, isOn, text } = input;
  return changeVoice(deps, actor, input, (voice) => {
    if (!voice.profile)
      throw new AppError('VOICE_PROFILE_NOT_FOUND', 'This voice has no profile yet. Import posts first.');
    const { [point]: _, ...others } = voice.points;
    const isPlain = isOn && text === null;
    return {
      ...voice,
      points: isPlain ? others : { ...others, [point]: { isOn, text } },
      updatedAt: deps.clock.now(),
    };
  });
}

/**
 * Deletes a voice's profile; settings and samples stay. Idempotent. Throws X_ACCOUNT_NOT_FOUND,
 * X_NOT_CONNECTED, RATE_LIMIT_EXCEEDED.
 */
export async function deleteProfile(
  deps: VoiceDeps,
  actor: Actor,
  input: { twitterAccountId?: number | undefined },
): Promise<Voice> {
  await deps.limits.consume(voiceChanges, actor.userId);
  const at = deps.clock.now();
  return changeVoice(deps, actor, input, async (voice, tx) => {
    if (!voice.profile) return voice;
    await recordAudit(tx, actor, {
      at,
      action: 'voice.profile_deleted',
      target: { type: 'x_account', id: String(voice.accountId) },
    });
    return withoutProfile(voice, at);
  });
}
