import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it, test } from 'vitest';
import { readNumbers, takeTexts } from './options.ts';
import { median, percentile } from './report.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

let echo: Server;

let proxy: TcpProxy;

const served: Socket[] = [];

test('an option that is no number is refused in words', () => {
  expect(() => readNumbers(['--posts', 'many'], { posts: 1 })).toThrow('--posts must be a number above 0');
  expect(readNumbers(['--posts', '5'], { posts: 1, rounds: 2 })).toEqual({ posts: 5, rounds: 2 });
});

test('options that are texts are taken out of the others', () => {
  expect(takeTexts(['--posts', '5', '--data', 'x'], ['data', 'only'])).toEqual({
    texts: { data: 'x' },
    rest: ['--posts', '5'],
  });
  expect(() => takeTexts(['--data'], ['data'])).toThrow('--data needs a value');
});

test('percentiles are by nearest rank', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(percentile([10, 20, 30, 40], 50)).toBe(20);
  const hundred = Array.from({ length: 100 }, (_, at) => at + 1);
  expect(percentile(hundred, 99)).toBe(99);
  expect(percentile([], 50)).toBeNaN();
});

beforeEach(async () => {
  echo = createServer((socket) => {
    served.push(socket);
    socket.pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(echo, 'listening');
  proxy = await startTcpProxy((echo.address() as AddressInfo).port);
});

afterEach(async () => {
  await proxy.close();
  echo.close();
  served.length = 0;
});

async function ask(socket: Socket, text: string): Promise<string> {
  socket.write(text);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return answer.toString();
}

it('passes on what comes, and an end', async () => {
  const client = connect(proxy.port, '127.0.0.1');
  expect(await ask(client, 'hello')).toBe('hello');
  const ended = once(served[0] as Socket, 'close');
  client.destroy();
  await ended;
});

it('says nothing more on open connections, while new ones work', async () => {
  const silent = connect(proxy.port, '127.0.0.1');
  await ask(silent, 'before');
  expect(proxy.silence(60_000)).toBe(1);
  let heard = '';
  silent.on('data', (data) => {
    heard += data;
  });
  silent.write('after');
  const fresh = connect(proxy.port, '127.0.0.1');
  for (const text of ['one', 'two', 'three']) expect(await ask(fresh, text)).toBe(text);
  expect(heard).toBe('');
  expect(proxy.silence(60_000)).toBe(1);
});

it('ends the side of the server when its keepalive would notice, and leaves the client in the dark', async () => {
  const client = connect(proxy.port, '127.0.0.1');
  await ask(client, 'before');
  const noticed = once(served[0] as Socket, 'close');
  proxy.silence(10);
  await noticed;
  expect(client.destroyed).toBe(false);
});
