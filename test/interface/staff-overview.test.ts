/** The overview of staff, and its stream (docs/interface/staff.md). */
import { beforeAll, expect, it } from 'vitest';
import { disableLink } from '../../src/features/links/links.operations.ts';
import { must } from '../../src/operations/admin.ts';
import type { StaffRole } from '../../src/domain/account/staff.ts';
import { limit } from '../../src/domain/limits.ts';
import { sendOk } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { startPaigham, type Paigham } from '../support/paigham.ts';
import { addPerson, visit, type Visitor } from '../support/people.ts';
import { mobileOf, openShop, type Shop } from '../support/shop.ts';

let paigham: Paigham;
let shop: Shop;

beforeAll(async () => {
  paigham = await startPaigham();
  shop = await openShop(paigham.world, { rupees: '100' });
});

let people = 0;

async function signIn(staffRole: StaffRole): Promise<Visitor> {
  people += 1;
  const email = `${staffRole}${people}@paigham.example`;
  await addPerson(paigham.world.admin, email, { staffRole });
  const visitor = visit(paigham.baseUrl);
  await visitor.signIn(email);
  return visitor;
}

type Link = {
  readonly name: string;
  readonly state: string | null;
  readonly per_second: number;
  readonly taken: readonly number[];
  readonly failed: readonly number[];
};

type Overview = {
  readonly links: readonly Link[] | null;
  readonly queues: readonly object[] | null;
  readonly approvals: number | null;
  readonly findings: readonly { readonly verdict: string }[] | null;
};

type Event = { readonly name: string; readonly data: Partial<Overview> };

/** Opens the stream; `next` is its next event, undefined once it has ended. */
async function listen({ cookie }: Visitor) {
  const abort = new AbortController();
  const headers = { cookie };
  const url = `${paigham.baseUrl}/v1/staff/stream`;
  const response = await fetch(url, { headers, signal: abort.signal });
  const reader = response.body?.getReader();
  let text = '';
  const next = async (): Promise<Event | undefined> => {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const frame = text.slice(0, end);
        text = text.slice(end + 2);
        const [, name, data] = /^event: (\w+)\ndata: (.*)$/.exec(frame) ?? [];
        if (name !== undefined) return { name, data: JSON.parse(data ?? '') as Overview };
        continue;
      }
      const piece = await reader?.read();
      if (piece?.value === undefined) return undefined;
      text += Buffer.from(piece.value).toString('utf8');
    }
  };
  /** The next event for which `isIt`. */
  const until = async (isIt: (data: Partial<Overview>) => boolean): Promise<Event | undefined> => {
    for (;;) {
      const event = await next();
      if (event === undefined || isIt(event.data)) return event;
    }
  };
  return { status: response.status, next, until, end: () => abort.abort() };
}

it('shows everybody what is theirs', async () => {
  const operations = await signIn('operations');
  const overview = async () =>
    (await operations.ask('/v1/staff/overview')).body as unknown as Overview;
  // The service answers before the last of its links is bound.
  await eventually('all links are up', async () =>
    (await overview()).links?.every(({ state }) => state === 'up'),
  );
  const { links, approvals, findings } = await overview();
  expect(links?.map(({ name }) => name)).toEqual(
    ['jazz', 'zong', 'ufone', 'telenor'].map((it) => expect.stringContaining(it)),
  );
  expect(approvals).toBeNull();
  expect(findings?.length).toBeGreaterThan(5);
  const approver = await signIn('approvals');
  const waiting = (await approver.ask('/v1/staff/approvals')).body['data'] as readonly object[];
  const { body } = await approver.ask('/v1/staff/overview');
  expect(body).toEqual({
    ...{ links: null, queues: null, unconfirmed: null, set_aside: null, findings: null },
    ...{ approvals: waiting.length, requests: null },
  });
  const finance = await signIn('finance');
  const theirs = { ...{ links: null, queues: null, unconfirmed: null }, approvals: null };
  expect(await finance.ask('/v1/staff/overview')).toMatchObject({
    ...{ status: 200, body: { ...theirs, findings: null, requests: 0 } },
  });
});

it('counts what the links carry', async () => {
  const operations = await signIn('operations');
  const sent = 7;
  for (let index = 0; index < sent; index += 1) {
    await sendOk(paigham.baseUrl, shop.write('Counted', mobileOf(0, index)));
  }
  await eventually('all are counted', async () => {
    const { body } = await operations.ask('/v1/staff/overview');
    const { links } = body as unknown as Overview;
    const taken = (links ?? []).flatMap((it) => it.taken);
    return taken.reduce((sum, it) => sum + it, 0) === sent;
  });
});

it('tells what changes, until the session ends', async () => {
  const operations = await signIn('operations');
  const stream = await listen(operations);
  const first = await stream.next();
  expect(first).toMatchObject({ name: 'overview', data: { approvals: null } });
  const [link] = first?.data.links ?? [];
  must(await disableLink(paigham.world.admin, { name: link?.name ?? '' }));
  const change = await stream.until(
    ({ links }) => links?.some(({ state }) => state === null) === true,
  );
  expect(change?.name).toBe('change');
  expect(Object.keys(change?.data ?? {})).toContain('links');
  expect(change?.data.links?.find(({ name }) => name === link?.name)?.state).toBeNull();
  await operations.ask('/v1/session', { method: 'DELETE' });
  expect(await stream.until(() => false)).toBeUndefined();
});

it('is open so many times for one person', async () => {
  const operations = await signIn('operations');
  const streams = [];
  for (let index = 0; index < limit('personStreams'); index += 1) {
    const stream = await listen(operations);
    await stream.next();
    streams.push(stream);
  }
  const { status, body } = await operations.ask('/v1/staff/stream');
  expect([status, body.code]).toEqual([429, 'streams_exceeded']);
  for (const stream of streams) stream.end();
  await eventually('another is open', async () => {
    const stream = await listen(operations);
    stream.end();
    return stream.status === 200;
  });
});
