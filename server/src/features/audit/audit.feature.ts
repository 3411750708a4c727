import { feature } from '../../platform/feature.ts';
import { registerAuditAdminRoutes } from './audit.admin.routes.ts';
import { auditQueues } from './audit.jobs.ts';

export const audit = feature({ routes: [registerAuditAdminRoutes], jobs: auditQueues });
