/** Messages as the management port shows them. */

import { describeStatus } from '@paigham/smpp';
import type { Heard } from './heard.ts';
import { decodeText, readUserData } from './user-data.ts';

export type ShownPdu = ReturnType<typeof showPdu>;

/** One submit_sm. */
export function showPdu(heard: Heard) {
  const { message } = heard;
  const { part, octets } = readUserData(message);
  return {
    number: heard.number,
    at: new Date(heard.atMs).toISOString(),
    link: heard.link,
    systemId: heard.systemId,
    source: message.source,
    sourceTon: message.sourceTon,
    sourceNpi: message.sourceNpi,
    destination: message.destination,
    text: decodeText(octets, message.dataCoding),
    part: part ?? null,
    dataCoding: message.dataCoding,
    esmClass: message.esmClass,
    priority: message.priority,
    validity: message.validity,
    registeredDelivery: message.registeredDelivery,
    status: heard.status === undefined ? 'unanswered' : describeStatus(heard.status),
    messageId: heard.messageId,
    receipts: heard.receipts,
    hex: heard.frame.toString('hex'),
  };
}

export type ShownMessage = ReturnType<typeof showGroup>[number];

/** Joins the parts of long messages, as a handset does. */
export function showMessages(pdus: readonly ShownPdu[]) {
  const groups: ShownPdu[][] = [];
  const open = new Map<string, ShownPdu[]>();
  for (const pdu of pdus) {
    const { part, source, destination } = pdu;
    const key = `${source}|${destination}|${part?.reference}/${part?.count}`;
    const group = part === null ? undefined : open.get(key);
    const earlier = group?.findIndex((other) => other.part?.number === part?.number) ?? -1;
    // References are reused: a part that was already taken belongs to another message.
    const isNew = group === undefined || (earlier !== -1 && isTaken(group[earlier]));
    if (isNew) {
      const started = [pdu];
      groups.push(started);
      open.set(key, started);
    } else {
      if (earlier !== -1) group.splice(earlier, 1);
      group.push(pdu);
    }
  }
  return groups.flatMap(showGroup);
}

function isTaken(pdu: ShownPdu | undefined): boolean {
  return pdu !== undefined && pdu.messageId !== '';
}

/** The parts in order; a missing one is shown as `[…]`. */
function showGroup(group: readonly ShownPdu[]) {
  const last = group.at(-1);
  if (last === undefined) return [];
  const partCount = last.part?.count ?? 1;
  const numbers = Array.from({ length: partCount }, (_, index) => index + 1);
  const find = (number: number): ShownPdu | undefined =>
    group.find((pdu) => (pdu.part?.number ?? 1) === number);
  const words = (values: readonly string[]): string => [...new Set(values)].join(', ');
  return [
    {
      at: last.at,
      source: last.source,
      destination: last.destination,
      text: numbers.map((number) => find(number)?.text ?? '[…]').join(''),
      partCount,
      complete: numbers.every((number) => find(number) !== undefined),
      status: words(group.map(({ status }) => status)),
      receipts: words(group.map(({ receipts }) => receipts).filter(Boolean)),
      messageIds: group.map(({ messageId }) => messageId),
    },
  ];
}
