import { feature } from '../../platform/feature.ts';
import { figuresQueues } from './figures.jobs.ts';

export const figures = feature({ jobs: figuresQueues });
