import { expect, test } from 'vitest';
import {
  ApiError,
  describeError,
  errorFromAnswer,
  isOurFault,
  requestIdOf,
  serverMessageOf,
} from './errors.ts';

const said = new ApiError({
  status: 409,
  message: 'It is gone.',
  code: 'STALE_VERSION',
  requestId: 'request-7',
});
const silent = errorFromAnswer({ status: 502, statusText: '' }, undefined, 'request-8');
const lost = new ApiError({ status: 0, message: 'No connection.' });

test('a failure is described by what the server says, else by the words of the screen', () => {
  expect(
    [said, silent, lost, new Error('x is undefined')].map((error) => describeError(error, 'Ours.')),
  ).toEqual(['It is gone.', 'Ours.', 'No connection.', 'Ours.']);
  // Where only the server may speak, the state of the network does not count.
  expect(serverMessageOf(lost, 'Ours.')).toBe('Ours.');
  expect([said, silent, lost].map(requestIdOf)).toEqual(['request-7', 'request-8', undefined]);
});

test('a failure is our fault unless the status is 4xx', () => {
  const of = (status: number) => isOurFault(new ApiError({ status, message: 'x' }));
  expect([0, 399, 400, 499, 500].map(of)).toEqual([true, true, false, false, true]);
  expect(isOurFault(new Error('x'))).toBe(true);
});

test('PLAT-09 PLAT-10 an answer of any shape becomes an error', () => {
  const read = (body: unknown) => errorFromAnswer({ status: 500, statusText: 'Oops' }, body, 'own');
  expect(read({ message: '', error: 'In short', requires2FA: 'yes', data: 'x' })).toMatchObject({
    message: 'In short',
    said: true,
    requires2FA: false,
    data: undefined,
    requestId: 'own',
  });
  const body = { requires2FA: true, data: { left: 3 }, code: 'INTERNAL', requestId: 'theirs' };
  expect(read(body)).toMatchObject({ message: 'API error: 500 Oops', said: false, ...body });
  expect(read('In plain text')).toMatchObject({ said: false, text: 'In plain text' });
  expect(read(null).message).toBe('API error: 500 Oops');
});
