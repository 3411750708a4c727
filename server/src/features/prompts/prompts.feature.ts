import { feature } from '../../platform/feature.ts';
import { registerPromptsAdminRoutes } from './prompts.admin.routes.ts';

export const prompts = feature({ routes: [registerPromptsAdminRoutes] });
