/** Phones that reply, through simulated operators. */
import type { Message } from '@paigham/smpp';
import { composeInbound } from '../../fakes/smsc/subscriber.ts';
import type { Operator } from '../../fakes/smsc/operator.ts';
import type { Reader } from '../../src/kit/postgres/pool.ts';
import { eventually } from './eventually.ts';
import { mobileOf } from './shop.ts';
import { asker } from './verify.ts';

let used = 0;

/** A Jazz phone that nobody has used yet in this test file. */
export function newPhone(): string {
  used += 1;
  return mobileOf(0, 500_000 + used);
}

/** What somebody writes, as the PDUs in which an operator hands it over. */
export function writtenBy(from: string, text: string, to = '8584'): readonly Message[] {
  return compose({ source: from, destination: to, text });
}

/** The same with raw content. */
export function octetsBy(
  from: string,
  hex: string,
  codes: { readonly dataCoding?: number; readonly esmClass?: number; readonly to?: string } = {},
): readonly Message[] {
  return compose({ source: from, destination: codes.to ?? '8584', hex, ...codes });
}

function compose(wanted: object): readonly Message[] {
  const inbound = composeInbound(wanted);
  if (!inbound.ok) throw new Error(inbound.words);
  return inbound.parts;
}

/** Hands PDUs over, and waits until all are acknowledged. */
export async function handOver(operator: Operator, parts: readonly Message[]): Promise<void> {
  const wanted = operator.tally.counts.acknowledged + parts.length;
  for (const part of parts) operator.deliver('paigham', part);
  await eventually('acknowledgements', () => operator.tally.counts.acknowledged >= wanted);
}

export type StoredReply = {
  readonly account_id: number;
  readonly text: string | null;
  readonly parts: number;
  readonly wish: string | null;
  readonly message_id: number | null;
};

/** Every reply from a phone, in order of arrival. */
export function storedFrom(reader: Reader, phone: string): Promise<readonly StoredReply[]> {
  return asker(reader)<StoredReply>(
    `select account_id, text, parts, wish, message_id from replies where from_address = $1
     order by received_at, id`,
    [phone],
  );
}
