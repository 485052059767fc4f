/**
 * Where gateways report what has become of payments. A signed post is settled in one transaction
 * and answered after its commit; whatever it says, it is taken. A post that is not signed changes
 * nothing, and its sender learns nothing more. Under the id of a payment whose checkout is opened
 * by a post: the page that opens it, and where browsers come back.
 */
import { HOUR_MS } from '../../domain/durations.ts';
import { limit } from '../../domain/limits.ts';
import type { Verdict } from '../../domain/payment/payment.ts';
import { later, say, type HttpAnswer } from '@paigham/http/answer.ts';
import type { HttpRequest } from '@paigham/http/request.ts';
import type { Route } from '@paigham/http/server.ts';
import { createThrottle } from '../../kit/throttle.ts';
import type { Admin } from '../../operations/admin.ts';
import type { PaymentRoom } from './gateway.ts';
import { checkoutPage } from './checkout-page.ts';
import { orderOf } from './payments.operations.ts';
import { insertReport, listPayments, type Payment } from './payments.sql.ts';
import { askNow, settle } from './settle-payment.ts';
import { hearDispute, hearRefund } from './hear-refund.ts';

type NotificationDeps = {
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
    const of = { paymentId: undefined, gateway: named.gateway.name, detail: undefined };
    const report = { ...of, way: 'notification', verdict, atMs: clock.nowMs() } as const;
    await admin.transact((it) => insertReport(it, report));
  };
  const find = async ({ gateway }: PaymentRoom, theirId: string): Promise<Payment | undefined> => {
    const any = { accountId: undefined, state: undefined, trouble: undefined, before: undefined };
    const wished = { ...any, theirId, most: 2 };
    const found = await admin.transact((it) => listPayments(it, wished));
    return found.find((it) => it.gateway === gateway.name);
  };
  /** The id cannot be guessed; whoever has it may pay, and sees where the portal is. */
  const answerBrowser = async (
    room: PaymentRoom,
    { method, query }: HttpRequest,
    theirId: string,
  ): Promise<HttpAnswer> => {
    const payment = room.gateway.formOf && (await find(room, theirId));
    if (payment === undefined) return say(404, 'unknown');
    if (method !== 'GET' && method !== 'POST') return notOffered('GET, POST');
    const back = `${room.returnAddress}/${payment.id}`;
    const isOver = method === 'POST' || payment.state !== 'open';
    const form = isOver ? undefined : room.gateway.formOf?.(orderOf(room, payment), query);
    return form ? checkoutPage(form) : { ...say(303, 'back'), headers: { Location: back } };
  };
  const answer = async (request: HttpRequest): Promise<HttpAnswer> => {
    if (room === undefined) return say(404, 'unknown');
    const [name, theirId, more] = request.path.slice(NOTIFICATIONS.length).split('/');
    if (name !== room.gateway.name || more !== undefined) return say(404, 'unknown');
    if (theirId !== undefined) return answerBrowser(room, request, theirId);
    const { method, query, body } = request;
    if (!methodsOf(room).includes(method)) return notOffered(methodsOf(room).join(', '));
    const header = (name: string): string => request.header(name);
    const post = { header, query, body, atMs: clock.nowMs() };
    const read = room.gateway.readNotification(post);
    if (read.kind === 'forged' || read.kind === 'other') await note(room, read.kind);
    if (read.kind === 'told') await settle(admin, room, { told: read.told, way: 'notification' });
    if (read.kind === 'named') {
      const payment = await find(room, read.theirId);
      if (payment === undefined) await note(room, 'unknown');
      else await askNow(admin, room, payment.id);
    }
    if (read.kind === 'refunded' && !(await hearRefund(admin, room, read.charge))) return later();
    if (read.kind === 'disputed') await hearDispute(admin, room, read);
    if (read.kind === 'forged') return say(401, 'the signature is wrong');
    return { ...say(200, 'taken'), ...room.gateway.taken };
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

const methodsOf = ({ gateway }: PaymentRoom): readonly string[] =>
  gateway.notifiesByGet === true ? ['GET', 'POST'] : ['POST'];

function notOffered(allowed: string): HttpAnswer {
  return { ...say(405, 'not offered'), headers: { Allow: allowed } };
}
