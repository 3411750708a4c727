import type { Post } from '@drumbeat/contract/posts.ts';
import type { TestApp } from '../../../test/build-app.ts';
import { call } from '../../../test/factories.ts';

type Refused = { id: string; code: string; message: string };
export type OwnAnswer = {
  post: Post;
  posts: Post[];
  refused: Refused[];
  code: string;
  message: string;
  data: { fields: Record<string, string> };
  events: { kind: string; text: string; data: Record<string, unknown> }[];
};
type Person = { token: string };

/** A call about own posts, as the person. */
export function ask(app: TestApp, person: Person, path: string, body?: object) {
  return call<OwnAnswer>(app, 'POST', `/api/posts/${path}`, { token: person.token, body });
}

/** What happened to a post, as kinds. */
export async function kindsOf(app: TestApp, person: Person, postId: string | number): Promise<string[]> {
  const url = `/api/posts/${postId}/timeline`;
  return (await call<OwnAnswer>(app, 'GET', url, { token: person.token })).body.events.map(
    ({ kind }) => kind,
  );
}
