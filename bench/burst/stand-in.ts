import { createServer } from 'node:http';

/*
 * The part of X that this measurement needs, in its own process: takes every post, answers after so many milliseconds
 * and records when each arrived. The sandbox applies every rule of X and would be the bottleneck on two cores.
 */
const [port, delayMs] = process.argv.slice(2).map(Number);
const arrivals: [text: string, at: number][] = [];
let next = 1;

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    if (request.url === '/arrivals') return void response.end(JSON.stringify(arrivals));
    const { text } = JSON.parse(Buffer.concat(parts).toString()) as { text: string };
    arrivals.push([text, Date.now()]);
    const id = `17${String(next).padStart(17, '0')}`;
    next += 1;
    setTimeout(() => {
      response.writeHead(201, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ data: { id, text } }));
    }, delayMs);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(port, '127.0.0.1', () => process.send?.('ready'));
