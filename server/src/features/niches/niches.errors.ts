import { AppError } from '../../platform/errors.ts';

export function noSuchNiche(): AppError {
  return new AppError('NOT_FOUND', 'There is no niche with this id.');
}

export function noSuchRequest(): AppError {
  return new AppError('NOT_FOUND', 'There is no open niche request with this id.');
}
