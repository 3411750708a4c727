import { feature } from '../../platform/feature.ts';
import { registerPromptsAdminRoutes } from './prompts.routes.ts';

export const prompts = feature({ routes: [registerPromptsAdminRoutes] });
