import { createServer } from 'node:http';
import { TOKEN_SECONDS } from '../support/people.ts';

/*
 * The part of X that this benchmark needs, in its own process: accepts every post, answers after `delayMs`,
 * records when each one arrived, and renews every token. The sandbox applies all of X's rules and would be
 * the bottleneck on two cores.
 */
const [port, delayMs, accounts = 1] = process.argv.slice(2).map(Number);
const arrivals: [text: string, at: number][] = [];
const renewals: number[] = [];
/** Each person's tweets, newest first; read after a call that took longer than the engine waits. */
const timelines = new Map<number, { id: string; text: string; created_at: string }[]>();
let next = 1;

function answerTo(url: string, body: string): { status: number; body: object } {
  if (url.endsWith('/oauth2/token')) {
    renewals.push(Date.now());
    const token = `token ${renewals.length}`;
    const tokens = {
      token_type: 'bearer',
      access_token: token,
      refresh_token: token,
      expires_in: TOKEN_SECONDS,
    };
    return { status: 200, body: { ...tokens, scope: 'tweet.read tweet.write users.read offline.access' } };
  }
  const person = /\/users\/(\d+)\/tweets/.exec(url)?.[1];
  if (person) {
    const data = timelines.get(Number(person)) ?? [];
    return { status: 200, body: { data, meta: { result_count: data.length } } };
  }
  const { text } = JSON.parse(body) as { text: string };
  arrivals.push([text, Date.now()]);
  const id = `17${String(next).padStart(17, '0')}`;
  next += 1;
  const owner = (Number(/^Post (\d+) /.exec(text)?.[1]) % accounts) + 1;
  const tweet = { id, text, created_at: new Date().toISOString() };
  timelines.set(owner, [tweet, ...(timelines.get(owner) ?? [])]);
  return { status: 201, body: { data: { id, text } } };
}

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const { url = '' } = request;
    if (url === '/seen') return void response.end(JSON.stringify({ arrivals, renewals }));
    if (url === '/forget') {
      for (const list of [arrivals, renewals]) list.length = 0;
      timelines.clear();
      return void response.end();
    }
    const answer = answerTo(url, Buffer.concat(parts).toString());
    setTimeout(() => {
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer.body));
    }, delayMs);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(port, '127.0.0.1', () => process.send?.('ready'));
