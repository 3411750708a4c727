import type { TestApp } from './build-app.ts';

/** What `call` gives back: the status and the parsed body. */
export type Answer<T = Record<string, unknown>> = {
  status: number;
  body: T;
  headers: Record<string, unknown>;
};

/** Calls the API in process, as the bearer of a token when one is given. */
export async function call<T = Record<string, never>>(
  app: TestApp,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  options: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer<T>> {
  const response = await app.http.inject({
    method,
    url,
    headers: { ...(options.token ? { authorization: `Bearer ${options.token}` } : {}), ...options.headers },
    ...(options.body === undefined ? {} : { payload: options.body as object }),
  });
  const json = response.headers['content-type']?.toString().includes('json');
  return {
    status: response.statusCode,
    body: (json ? response.json() : response.body) as T,
    headers: response.headers,
  };
}
