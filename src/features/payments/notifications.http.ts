/**
 * Where gateways report what has become of payments. A signed post is settled in one transaction
 * and answered after its commit; whatever it says, it is taken. A post that is not signed changes
 * nothing, and its sender learns nothing more.
 */
import { HOUR_MS } from '../../domain/durations.ts';
import { limit } from '../../domain/limits.ts';
import type { Verdict } from '../../domain/payment/payment.ts';
import type { HttpAnswer } from '../../kit/http/answer.ts';
import type { HttpRequest } from '../../kit/http/request.ts';
import type { Route } from '../../kit/http/server.ts';
import { createThrottle } from '../../kit/throttle.ts';
import type { Admin } from '../../operations/admin.ts';
import type { PaymentRoom } from './gateway.ts';
import { insertReport } from './payments.sql.ts';
import { settle } from './settle-payment.ts';

export type NotificationDeps = {
  readonly admin: Pick<
    Admin,
    'transact' | 'clock' | 'ids' | 'seal' | 'publicAddress' | 'payments' | 'statementFrom'
  >;
  readonly reportError: (error: unknown) => string;
  /** Called for every answer, for counting. */
  readonly onAnswer?: (path: string, answer: HttpAnswer) => void;
};

/** Of all gateways: the last part of the path is its name. */
export const NOTIFICATIONS = '/webhooks/payments/';

export function createNotifications({ admin, reportError, onAnswer }: NotificationDeps): Route {
  const { clock, payments: room } = admin;
  const most = limit('paymentForgeries');
  const forgeries = createThrottle({ clock, most, windowMs: HOUR_MS, keys: 1 });
  const note = async (named: PaymentRoom, verdict: Verdict): Promise<void> => {
    named.heard('notification', verdict, undefined);
    forgeries.note('');
    if (forgeries.isOver('')) return;
    const report = {
      paymentId: undefined,
      gateway: named.gateway.name,
      way: 'notification',
    } as const;
    const atMs = clock.nowMs();
    await admin.transact((it) => insertReport(it, { ...report, verdict, detail: undefined, atMs }));
  };
  const answer = async (request: HttpRequest): Promise<HttpAnswer> => {
    if (room === undefined || request.path !== `${NOTIFICATIONS}${room.gateway.name}`) {
      return say(404, 'unknown');
    }
    if (request.method !== 'POST') {
      return { ...say(405, 'not offered'), headers: { Allow: 'POST' } };
    }
    const header = (name: string): string => request.header(name);
    const post = { header, body: request.body, atMs: clock.nowMs() };
    const read = room.gateway.readNotification(post);
    if (read.kind === 'told') await settle(admin, room, { told: read.told, way: 'notification' });
    else await note(room, read.kind);
    return read.kind === 'forged' ? say(401, 'the signature is wrong') : say(200, 'taken');
  };
  const handle = async (request: HttpRequest): Promise<HttpAnswer> => {
    const given = await answer(request).catch((error: unknown) => {
      reportError(error);
      return later();
    });
    onAnswer?.(`${NOTIFICATIONS}*`, given);
    return given;
  };
  return {
    path: `${NOTIFICATIONS}*`,
    methods: 'any',
    bodyBytes: limit('paymentBytes'),
    handle,
  };
}

/** The gateway tries again, and is asked besides. */
function later(): HttpAnswer {
  return { ...say(503, 'not kept, come again'), headers: { 'Retry-After': '5' } };
}

function say(status: number, body: string): HttpAnswer {
  return { status, contentType: 'text/plain; charset=utf-8', body };
}
