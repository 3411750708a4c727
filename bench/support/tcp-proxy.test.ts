import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

let echo: Server;
let proxy: TcpProxy;
const served: Socket[] = [];

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
