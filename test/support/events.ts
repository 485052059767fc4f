/** Queries a shop's events, as its programs do. */
import { EVENT, type ShownEvent } from '../../src/features/events/show-events.http.ts';
import { faultsOf } from '../../src/kit/shape.ts';
import { eventually } from './eventually.ts';
import type { Shop } from './shop.ts';

export type EventPage = {
  readonly data: readonly ShownEvent[];
  readonly next_cursor: string | null;
};

/** A page of a shop's events, newest first. */
export async function pageOfEvents(
  baseUrl: string,
  { apiKey }: Pick<Shop, 'apiKey'>,
  query: Readonly<Record<string, string>> = {},
): Promise<EventPage> {
  const headers = { Authorization: `Bearer ${apiKey}` };
  const response = await fetch(`${baseUrl}/v1/events?${new URLSearchParams(query)}`, { headers });
  if (response.status !== 200) throw new Error(await response.text());
  const page = (await response.json()) as EventPage;
  for (const event of page.data) {
    const faults = faultsOf(EVENT, event);
    if (faults.length > 0) throw new Error(JSON.stringify(faults));
  }
  return page;
}

/** All events of a shop, oldest first. */
export async function allEvents(
  baseUrl: string,
  shop: Pick<Shop, 'apiKey'>,
): Promise<readonly ShownEvent[]> {
  const events: ShownEvent[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: Record<string, string> = cursor === '' ? {} : { cursor };
    const page = await pageOfEvents(baseUrl, shop, { limit: '200', ...query });
    events.push(...page.data);
    cursor = page.next_cursor;
  }
  return events.toReversed();
}

/** Waits until a message has an event of this type, and returns all events of the message. */
export function untilTold(
  baseUrl: string,
  shop: Pick<Shop, 'apiKey'>,
  { id, type }: { readonly id: string | number; readonly type: string },
): Promise<readonly ShownEvent[]> {
  return eventually(`${type} of ${id}`, async () => {
    const { data } = await pageOfEvents(baseUrl, shop, { message_id: String(id) });
    return data.some((it) => it.type === type) && data.toReversed();
  });
}

/** Waits until a shop has got this many events of a type, and returns them. */
export function untilTypeTold(
  baseUrl: string,
  shop: Pick<Shop, 'apiKey'>,
  { type, times = 1 }: { readonly type: ShownEvent['type']; readonly times?: number },
): Promise<readonly ShownEvent[]> {
  return eventually(`${times} of ${type}`, async () => {
    const { data } = await pageOfEvents(baseUrl, shop, { type });
    return data.length >= times && data.toReversed();
  });
}
