import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { hashToken, randomToken } from '../../server/src/platform/secrets.ts';
import type { BenchDatabase } from '../support/postgres.ts';

/** The calls of an ordinary page. */
const PATHS = [
  '/api/user',
  '/api/posts',
  '/api/twitter/accounts',
  '/api/subscription',
  '/api/maintenance/status',
];
const PATIENCE_MS = 10_000;

/** A session of a person who takes only their share. */
export async function signIn(database: BenchDatabase): Promise<string> {
  const token = randomToken();
  await database.rows(
    `insert into sessions (user_id, token_hash, created_at, expires_at, last_seen_at)
     select max(id), $1, now(), now() + interval '1 day', now() from users`,
    [hashToken(token)],
  );
  return token;
}

/** Sends evenly spaced requests; returns the milliseconds until each answer with status 200. */
export async function askEvenly(
  url: string,
  token: string,
  { rate, seconds }: { rate: number; seconds: number },
): Promise<{ asked: number; times: number[] }> {
  const agent = new Agent({ keepAlive: true });
  const started = performance.now();
  const total = rate * seconds;
  const times: number[] = [];
  const answers: Promise<void>[] = [];
  for (let number = 0; number < total; number += 1) {
    const wait = started + (number * 1000) / rate - performance.now();
    if (wait > 0) await sleep(wait);
    const path = PATHS[number % PATHS.length] ?? '/';
    answers.push(
      timeOf(`${url}${path}`, token, agent).then((time) => {
        if (time !== undefined) times.push(time);
      }),
    );
  }
  await Promise.all(answers);
  agent.destroy();
  return { asked: total, times };
}

function timeOf(url: string, token: string, agent: Agent): Promise<number | undefined> {
  const began = performance.now();
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}` };
    const asked = request(url, { agent, headers, timeout: PATIENCE_MS }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode === 200 ? performance.now() - began : undefined));
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => resolve(undefined));
    asked.end();
  });
}
