/** Cards that the simulated gateway keeps. */
import { showRupees } from '../../domain/pricing/money.ts';
import type { CallGateway, Json } from './call-gateway.ts';
import type { Gateway, Told } from './gateway.ts';

const UNREADABLE = { kind: 'failed', why: 'its answer cannot be read' } as const;
const NONE = { kind: 'none' } as const;

type Cards = NonNullable<Gateway['cards']>;

export function createSimulatedCards(
  call: CallGateway['call'],
  readTold: (given: Json) => Told | undefined,
): Cards {
  return {
    async kept({ theirId }) {
      const answer = await call('GET', `/v1/cards?checkout=${encodeURIComponent(theirId)}`);
      if (answer.kind === 'failed') return answer.status === 404 ? NONE : answer;
      const { card: ref, last4, expires } = answer.body;
      if (typeof ref !== 'string' || typeof last4 !== 'string' || typeof expires !== 'string') {
        return UNREADABLE;
      }
      return { kind: 'kept', card: { ref, last4, expires } };
    },
    async find({ reference }) {
      const path = `/v1/charges?reference=${encodeURIComponent(reference)}`;
      const answer = await call('GET', path);
      if (answer.kind === 'failed') return answer.status === 404 ? NONE : answer;
      const told = readTold(answer.body);
      return told === undefined ? UNREADABLE : { kind: 'told', told };
    },
    async charge({ card, reference, amountMicros, about, notifyAddress }) {
      const amount = showRupees(amountMicros);
      const body = { card, reference, amount, about, notify_address: notifyAddress };
      const answer = await call('POST', '/v1/charges', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (answer.kind === 'failed') return answer;
      const told = readTold(answer.body);
      return told === undefined ? UNREADABLE : { kind: 'told', told };
    },
  };
}
