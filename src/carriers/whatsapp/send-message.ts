import type { PlatformOutcome } from '../../domain/chat/platform.ts';
import type { MessagePayload } from './compose-message.ts';
import { type Graph, mapDone } from './graph.ts';
import { fieldsOf, listOf } from './json-fields.ts';
import { keyOf } from './webhook/word-of.ts';

export type Sender = { readonly credential: string; readonly phoneNumberId: string };

/**
 * Hands one message over. Done means accepted: whether it arrives is told later. Gives the
 * platform's id of the message; '' where it took the message and gave none that
 * can be kept.
 */
export async function sendMessage(
  graph: Graph,
  { credential, phoneNumberId }: Sender,
  { payload, onLeave }: { readonly payload: MessagePayload; readonly onLeave: () => void },
): Promise<PlatformOutcome<string>> {
  const path = `${phoneNumberId}/messages`;
  const answer = await graph.call({ credential, method: 'POST', path, json: payload, onLeave });
  return mapDone(answer, (fields) => {
    const [first] = listOf(fields['messages']);
    return keyOf(fieldsOf(first)?.['id']) ?? '';
  });
}
