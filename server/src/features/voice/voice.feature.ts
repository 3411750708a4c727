import { feature } from '../../platform/feature.ts';
import { voiceQueues } from './voice.jobs.ts';
import { registerVoiceRoutes } from './voice.routes.ts';

export const voice = feature({ routes: [registerVoiceRoutes], jobs: voiceQueues });
