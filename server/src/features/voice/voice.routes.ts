import * as calls from '@drumbeat/contract/voice/voice.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { requireVoice } from './change-voice.ts';
import { changeLesson } from './lessons/change-lesson.ts';
import { changePoint, deleteProfile, importVoice } from './profile/change-profile.ts';
import { judgeNearness } from './profile/judge-nearness.ts';
import { saveVoice } from './save-voice.ts';
import { listLessons } from './voice.queries.ts';
import type { Voice, VoiceDeps } from './voice.types.ts';
import { voiceView } from './voice.view.ts';

export function registerVoiceRoutes(app: FastifyInstance, deps: VoiceDeps): void {
  async function viewOf(voice: Voice): Promise<calls.Voice> {
    return voiceView(voice, await listLessons(deps.db, voice.accountId));
  }

  route(app, calls.getVoice, async ({ actor, query }) =>
    viewOf(await requireVoice(deps.db, actor, query, deps.clock.now())),
  );

  route(app, calls.saveVoice, async ({ actor, body }) => viewOf(await saveVoice(deps, actor, body)));

  route(app, calls.importVoice, async ({ actor, body }) => {
    const { voice, read, leftOut } = await importVoice(deps, actor, body);
    return { voice: await viewOf(voice), read, leftOut };
  });

  route(app, calls.changeVoicePoint, async ({ actor, body }) => viewOf(await changePoint(deps, actor, body)));

  route(app, calls.deleteVoiceProfile, async ({ actor, body }) =>
    viewOf(await deleteProfile(deps, actor, body)),
  );

  route(app, calls.answerLesson, async ({ actor, body }) => viewOf(await changeLesson(deps, actor, body)));

  route(app, calls.compareWithVoice, ({ actor, body }) => judgeNearness(deps, actor, body));
}
