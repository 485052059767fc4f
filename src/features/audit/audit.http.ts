/** `/v1/audit`: who changed what of an account, and who looked at its messages. */
import { micros, showRupees } from '../../domain/pricing/money.ts';
import { Type } from '../../kit/shape.ts';
import { showActor } from './actor.ts';
import { listAccountAudit } from './audit.sql.ts';
import type { Endpoint } from '../../api/v1/endpoint.ts';
import { listOf, SPAN_FIELDS } from '../../api/v1/list.ts';
import type { OperateDeps } from '../../api/v1/operate.ts';
import { id, resource, shownBy, showTime, time } from '../../operations/resource.ts';

/** What holds an id without being called one. */
const IDS = new Set(['id', 'webhook', 'number', 'cap', 'link', 'sample', 'batch', 'message']);

/** What an action was about, as `/v1` writes names, moments, amounts and ids. */
export function showDetail(detail: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(detail).map(([name, it]) => showFact(name, it)));
}

function showFact(name: string, value: unknown): [string, unknown] {
  const [, moment] = /^(.*(?:At|Until|Since))Ms$/.exec(name) ?? [];
  if (moment !== undefined) {
    return [snake(moment), typeof value === 'number' ? showTime(value) : value];
  }
  const [, amount] = /^(.+)Micros$/.exec(name) ?? [];
  if (amount !== undefined && /^-?\d+$/.test(String(value))) {
    return [snake(amount), showRupees(micros(BigInt(String(value))))];
  }
  return [snake(name), showValue(value, IDS.has(name) || name.endsWith('Id'))];
}

function showValue(value: unknown, isId: boolean): unknown {
  if (Array.isArray(value)) return value.map((it: unknown) => showValue(it, isId));
  if (typeof value === 'object' && value !== null) return showDetail(value);
  return isId && typeof value === 'number' ? String(value) : value;
}

function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

const LINE = resource(
  'AuditLine',
  {
    id: id(),
    at: time(),
    actor: shownBy(
      Type.String({
        description:
          'key:17, key (of an old line), user:5, owner, platform, reply, service, caller from …, ' +
          'staff, unknown.',
      }),
      showActor,
    ),
    action: Type.String({ description: 'A noun and a verb: key.create.' }),
    detail: shownBy(
      Type.Object({}, { additionalProperties: true, description: 'What it was about.' }),
      showDetail,
    ),
  },
  'A line of the audit.',
);

/** `GET /v1/audit` */
export function createListAudit({ reader }: OperateDeps): Endpoint {
  return listOf({
    path: '/v1/audit',
    name: 'listAudit',
    scope: 'account',
    title: 'AuditList',
    item: LINE,
    about: 'Who changed what, and who looked at your messages, newest first.',
    filters: {
      ...SPAN_FIELDS,
      action: Type.Optional(
        Type.String({ maxLength: 100, description: 'key.create, or key for all of a kind.' }),
      ),
    },
    find({ account, query, before, most, span }) {
      const actions = query.action === undefined ? undefined : [query.action];
      const ask = { accountId: account.id, actions, ...span, beforeId: before, most };
      return listAccountAudit(reader, ask);
    },
    placeOf: ({ id }) => id,
    show: LINE.show,
  });
}
