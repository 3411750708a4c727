import { expect, test } from 'vitest';
import type { ShownSession } from '../auth.types.ts';
import { customerSessionView, sessionView } from './sessions.view.ts';

const session: ShownSession = {
  id: 7,
  createdAt: new Date('2026-03-01T12:00:00Z'),
  lastSeenAt: new Date('2026-03-01T12:01:00Z'),
  expiresAt: new Date('2026-03-01T12:30:00Z'),
  device: 'Chrome on Windows',
  ip: '203.0.113.•',
  viewerSessionId: null,
};
const view = { staffId: 9, endsAt: new Date('2026-03-01T12:20:00Z') };
const own = {
  id: '7',
  createdAt: '2026-03-01T12:00:00.000Z',
  lastSeenAt: '2026-03-01T12:01:00.000Z',
  device: 'Chrome on Windows',
  ip: '203.0.113.•',
  current: false,
};

test('a person sees their sessions with the network, which is the present one, and which is a view until when', () => {
  expect(sessionView(session, { sessionId: 8 })).toEqual(own);
  expect(sessionView(session, { sessionId: 7 })).toEqual({ ...own, current: true });
  const ofStaff = { ...session, device: null, ip: null, viewerSessionId: 8 };
  expect(sessionView(ofStaff, { sessionId: 8 })).toEqual({
    ...own,
    device: null,
    ip: null,
    view: { endsAt: '2026-03-01T12:30:00.000Z' },
  });
});

test('staff who view the account, or look at it in the console, see half of the network', () => {
  expect(sessionView(session, { sessionId: 8, view })).toEqual({ ...own, ip: '203.0.***.***' });
  expect(sessionView({ ...session, ip: null }, { sessionId: 8, view })).toEqual({ ...own, ip: null });
  const shown = {
    id: '7',
    created_at: '2026-03-01T12:00:00.000Z',
    last_seen_at: '2026-03-01T12:01:00.000Z',
    device: 'Chrome on Windows',
  };
  expect(customerSessionView(session, false)).toEqual({ ...shown, ip: '203.0.***.***' });
  expect(customerSessionView(session, true)).toEqual({ ...shown, ip: '203.0.113.•' });
  expect(customerSessionView({ ...session, ip: null, viewerSessionId: 8 }, false)).toEqual({
    ...shown,
    ip: null,
    view_until: '2026-03-01T12:30:00.000Z',
  });
});
