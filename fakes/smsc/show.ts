/** Messages as the management port shows them. */

import { describeStatus } from '@paigham/smpp';
import type { Heard } from './heard.ts';
import { decodeText, readUserData, type Part } from './user-data.ts';

export type ShownPdu = {
  readonly number: number;
  readonly at: string;
  readonly link: number;
  readonly systemId: string;
  readonly source: string;
  readonly sourceTon: number;
  readonly sourceNpi: number;
  readonly destination: string;
  readonly text: string;
  readonly part: Part | null;
  readonly dataCoding: number;
  readonly esmClass: number;
  readonly priority: number;
  readonly validity: string;
  readonly registeredDelivery: number;
  readonly status: string;
  readonly messageId: string;
  readonly receipts: string;
  readonly hex: string;
};

export function showPdu(heard: Heard): ShownPdu {
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

export type ShownMessage = {
  readonly at: string;
  readonly source: string;
  readonly destination: string;
  /** Parts in order; one that did not come shows as `[…]`. */
  readonly text: string;
  readonly partCount: number;
  readonly complete: boolean;
  readonly status: string;
  readonly receipts: string;
  readonly messageIds: readonly string[];
};

/** Puts the parts of long messages together again, as a handset does. */
export function showMessages(pdus: readonly ShownPdu[]): readonly ShownMessage[] {
  const groups = new Map<string, ShownPdu[]>();
  for (const pdu of pdus) {
    const { part, source, destination } = pdu;
    const key = part
      ? `${source}|${destination}|${part.reference}/${part.count}`
      : `single ${pdu.number}`;
    // A part that came twice (after a refusal, say) starts no second message.
    const group = groups.get(key)?.filter((other) => other.part?.number !== part?.number) ?? [];
    groups.set(key, [...group, pdu]);
  }
  return [...groups.values()].flatMap(showGroup);
}

function showGroup(group: readonly ShownPdu[]): readonly ShownMessage[] {
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
