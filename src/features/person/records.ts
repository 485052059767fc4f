/** All that an account keeps of a person, one after the other: kind by kind, in pages. */
import type { Account, Principal } from '../../domain/account/account.ts';
import type { AskMessages, MessagePage, ReportedMessage } from '../../domain/message/report.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { showMessageId } from '../messages/message-words.ts';
import { listClicks, type MessageClicks } from '../short-links/short-links.sql.ts';
import type { KnownPerson } from './person.ts';
import {
  listAppMessagesOf,
  listChatRepliesOf,
  listConsentsOf,
  listFew,
  listLeftOutOf,
  listRepliesOf,
  type AskRecords,
  type PersonRecord,
  type PlacedRecord,
} from './records.sql.ts';

export type RecordsDeps = {
  readonly reader: Reader;
  readonly journey: { messages(accountId: Account['id'], ask: AskMessages): Promise<MessagePage> };
  /** What messages say, by id; each look is recorded. */
  readonly texts: {
    read(
      who: { readonly account: Account; readonly principal: Principal },
      messages: readonly ReportedMessage[],
    ): Promise<ReadonlyMap<number, string | undefined>>;
  };
};

type AskPage = {
  readonly account: Account;
  readonly principal: Principal;
  readonly person: KnownPerson;
  readonly withTexts: boolean;
};

/** Where a page begins: in which list, before which of its places. */
export type RecordPlace = { readonly list: number; readonly place: number };

type Page = { readonly rows: readonly PersonRecord[]; readonly next: number | undefined };
type Ask = AskPage & { readonly before: number; readonly most: number };

const TOP = Number.MAX_SAFE_INTEGER;
const END_DIGITS = 10;

const ofStore =
  (list: (reader: Reader, asked: AskRecords) => Promise<readonly PlacedRecord[]>) =>
  async ({ reader }: RecordsDeps, { person, before, most }: Ask): Promise<Page> => {
    const ends = person.numbers.map((it) => it.slice(-END_DIGITS));
    const found = await list(reader, { ...person, ends, before, most: most + 1 });
    const rows = found.slice(0, most);
    return { rows, next: found.length > most ? rows.at(-1)?.place : undefined };
  };

const LISTS = [
  ...[listFew, listConsentsOf, listRepliesOf, listChatRepliesOf, listAppMessagesOf].map(ofStore),
  ofStore(listLeftOutOf),
  listMessagesOf,
];

/** `most` records from there on at most, and where the next page begins. */
export async function listRecords(
  deps: RecordsDeps,
  asked: AskPage,
  {
    from = { list: 0, place: TOP },
    most,
  }: {
    readonly from: RecordPlace | undefined;
    readonly most: number;
  },
): Promise<{
  readonly rows: readonly PersonRecord[];
  readonly next: RecordPlace | undefined;
}> {
  const rows: PersonRecord[] = [];
  let { list, place } = from;
  while (rows.length < most) {
    const read = LISTS[list];
    if (read === undefined) return { rows, next: undefined };
    const page = await read(deps, { ...asked, before: place, most: most - rows.length });
    rows.push(...page.rows);
    if (page.next === undefined) [list, place] = [list + 1, TOP];
    else place = page.next;
  }
  return { rows, next: list < LISTS.length ? { list, place } : undefined };
}

async function listMessagesOf(
  { journey, texts, reader }: RecordsDeps,
  { account, principal, person, withTexts, before, most }: Ask,
): Promise<Page> {
  const { messages, next } = await journey.messages(account.id, {
    before,
    most,
    recipient: person.names[0],
    recipients: person.recipients,
    state: undefined,
    batchId: undefined,
    span: undefined,
    templateId: undefined,
    isChat: undefined,
    from: undefined,
    fromMs: undefined,
    toMs: undefined,
  });
  const said = withTexts ? await texts.read({ account, principal }, messages) : undefined;
  const messageIds = messages.map(({ id }) => id);
  const clicked = await listClicks(reader, { accountId: account.id, messageIds });
  const clicks = new Map(clicked.map((it) => [it.messageId as number, it]));
  const rows = messages.map((it) =>
    recordOf(it, account, { text: said?.get(it.id), clicked: clicks.get(it.id) }),
  );
  return { rows, next };
}

function recordOf(
  message: ReportedMessage,
  { sendersById, chat: { numbers } }: Account,
  { text, clicked }: { text: string | undefined; clicked: MessageClicks | undefined },
): PersonRecord {
  const { id, chat, state, from, templateId, network, reason, sentAtMs, doneAtMs } = message;
  const more = {
    id: showMessageId(id, chat !== undefined),
    template_id: templateId === undefined ? undefined : String(templateId),
    network: chat === undefined ? network : undefined,
    reason,
    sent_at: timeOf(sentAtMs),
    done_at: timeOf(doneAtMs),
    read_at: timeOf(chat?.readAtMs),
    clicks: clicked && String(clicked.clicks),
    first_click_at: timeOf(clicked?.firstClickAtMs),
    last_click_at: timeOf(clicked?.lastClickAtMs),
  };
  const known = Object.entries(more).flatMap(([name, it]) =>
    it === undefined ? [] : [[name, it] as const],
  );
  return {
    kind: 'message',
    atMs: message.acceptedAtMs,
    channel: chat === undefined ? 'sms' : 'chat',
    direction: 'out',
    sender: from.kind === 'sender' ? sendersById.get(from.id)?.name : numbers.get(from.id)?.digits,
    state,
    text,
    detail: Object.fromEntries(known),
  };
}

const timeOf = (atMs: number | undefined): string | undefined =>
  atMs === undefined ? undefined : new Date(atMs).toISOString();
