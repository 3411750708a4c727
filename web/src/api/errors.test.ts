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
  // Where only the server may speak, the state of the network is no word of it.
  expect([said, silent, lost, new Error('x')].map((error) => serverMessageOf(error, 'Ours.'))).toEqual([
    'It is gone.',
    'Ours.',
    'Ours.',
    'Ours.',
  ]);
  expect([said, silent, lost, new Error('x')].map(requestIdOf)).toEqual([
    'request-7',
    'request-8',
    undefined,
    undefined,
  ]);
});

test('the fault is ours where no answer came, one of ours or one that is no error, and none of the person', () => {
  const of = (status: number) => isOurFault(new ApiError({ status, message: 'x' }));
  expect([0, 304, 399, 400, 404, 499, 500, 503].map(of)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    true,
    true,
  ]);
  expect(isOurFault(new Error('x'))).toBe(true);
});

test('PLAT-09 PLAT-10 an answer is read whatever its shape', () => {
  const read = (body: unknown) => errorFromAnswer({ status: 500, statusText: 'Oops' }, body, 'own');
  expect(
    read({ message: '', error: 'In short', requires2FA: 'yes', data: 'x', requestId: '' }),
  ).toMatchObject({
    message: 'In short',
    said: true,
    requires2FA: false,
    data: undefined,
    requestId: 'own',
    code: undefined,
    text: undefined,
  });
  expect(read({ requires2FA: true, data: { left: 3 }, code: 'INTERNAL', requestId: 'theirs' })).toMatchObject(
    {
      message: 'API error: 500 Oops',
      said: false,
      requires2FA: true,
      data: { left: 3 },
      requestId: 'theirs',
      code: 'INTERNAL',
    },
  );
  expect(read('In plain text')).toMatchObject({ said: false, text: 'In plain text' });
  expect([read(null).message, read([]).data, read({ data: null }).data, read({ message: 7 }).said]).toEqual([
    'API error: 500 Oops',
    undefined,
    undefined,
    false,
  ]);
  expect(silent).toMatchObject({ name: 'ApiError', message: 'API error: 502' });
});
