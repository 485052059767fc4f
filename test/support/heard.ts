/** What simulated operators in this process received, joined as a handset would. */
import type { Operator } from '../../fakes/smsc/operator.ts';
import { composeInbound } from '../../fakes/smsc/subscriber.ts';
import { showMessages, showPdu, type ShownMessage, type ShownPdu } from '../../fakes/smsc/show.ts';

/** Every submit that arrived, oldest first. */
export function pdusOf(operator: Operator): readonly ShownPdu[] {
  return operator.heard.last(operator.options.keepMessages).map(showPdu);
}

/** Every message that arrived, oldest first. */
export function messagesOf(operator: Operator): readonly ShownMessage[] {
  return showMessages(pdusOf(operator));
}

/** The last message that arrived for a number. @throws if there is none. */
export function lastFor(operator: Operator, mobile: string): ShownMessage {
  const found = messagesOf(operator).findLast(({ destination }) => destination === mobile);
  if (found === undefined) throw new Error(`${operator.options.name} heard nothing for ${mobile}`);
  return found;
}

/** Has an operator send a receipt in the form of SMPP 3.4's appendix B, for any id. */
export function giveReceipt(
  operator: Operator,
  receipt: { readonly id: string; readonly mobile: string; readonly state: string },
): void {
  const { id, mobile, state } = receipt;
  const dates = 'submit date:2611202000 done date:2611202001';
  const text = `id:${id} sub:001 dlvrd:001 ${dates} stat:${state} err:000 text:`;
  const hex = Buffer.from(text).toString('hex');
  const inbound = composeInbound({ source: mobile, destination: '8584', hex, esmClass: 4 });
  if (!inbound.ok) throw new Error(inbound.words);
  for (const message of inbound.parts) operator.deliver('paigham', message);
}
