import { feature } from '../../platform/feature.ts';
import { alikeQueues } from './alike.jobs.ts';

export const alike = feature({ jobs: alikeQueues });
