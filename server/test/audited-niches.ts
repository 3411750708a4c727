import { expect } from 'vitest';
import type { TestApp } from './build-app.ts';
import { type BuiltUser, buildUser, call } from './factories.ts';

/** Makes each audited call about niches and requests for them once. */
export async function makeNichesCalls(app: TestApp, { token }: BuiltUser): Promise<void> {
  const ask = async <T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
    const answer = await call<T>(app, method, path, { token, body });
    expect(answer.status, path).toBe(200);
    return answer.body;
  };
  const { niche } = await ask<{ niche: { id: string } }>('POST', '/api/admin/niches', { name: 'Audited' });
  await ask('PUT', `/api/admin/niches/${niche.id}`, { is_active: false });
  await ask('DELETE', `/api/admin/niches/${niche.id}`);
  const wisher = await buildUser(app);
  for (const name of ['Wanted', 'Unwanted'])
    await call(app, 'POST', '/api/niches/request', { token: wisher.token, body: { name } });
  const list = await ask<{ requests: { id: string }[] }>('GET', '/api/admin/niche-requests');
  const [unwanted, wanted] = list.requests;
  await ask('POST', `/api/admin/niche-requests/${wanted?.id}/approve`);
  await ask('DELETE', `/api/admin/niche-requests/${unwanted?.id}`);
}
