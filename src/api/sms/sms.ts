/** `/api/sms.php`: sends one text to one recipient or many (seed section 4.1). */
import type { Refusal } from '../../domain/failure/failure.ts';
import type { SendRequest } from '../../domain/message/draft.ts';
import type { HttpRequest } from '../../kit/http/request.ts';
import { limit } from '../../domain/limits.ts';
import type { Journey } from '../../journey/journey.ts';
import { answerDone, answerRefusal } from '../answer.ts';
import { proven, refusedBySnapshot, type ActAs } from '../act-as.ts';
import type { Authenticate } from '../authenticate.ts';
import { describeAcceptance } from './describe-acceptance.ts';
import type { ElementOf, Endpoint } from '../endpoint.ts';
import type { Parameters } from '../read-parameters.ts';
import { readSendOptions, REPLAYED } from '../read-send-options.ts';

/** What a send is, in the order in which its fingerprint is taken. */
const CONTENT = [
  'dry_run',
  'message',
  'mobile',
  'network',
  'ported',
  'sender',
  'template_id',
  'type',
] as const;

const PARAMETERS = new Set([...CONTENT, 'api_key', 'format', 'idempotency_key'] as const);

type Name = ElementOf<typeof PARAMETERS>;

export type SmsDeps = {
  readonly journey: Pick<Journey, 'takeIn'>;
  readonly authenticate: Authenticate;
  readonly actAs: ActAs;
};

export function createSms({ journey, authenticate, actAs }: SmsDeps): Endpoint<Name> {
  return {
    path: '/api/sms.php',
    parameters: PARAMETERS,
    bodyBytes: limit('bodyBytes'),
    async answer({ request, parameters, voice }) {
      const order = readOrder(parameters, request);
      if ('reason' in order) return answerRefusal(order, voice);
      const identify = () => authenticate.byKeyAndAddress(parameters.get('api_key'), request);
      return actAs(identify, voice, async (account, inVoice) => {
        const taken = await journey.takeIn({ account, ...order });
        if (taken.kind === 'stale') return 'stale';
        if (taken.kind === 'refused') return refusedBySnapshot(taken.refusal, inVoice);
        const body = describeAcceptance(taken.acceptance, order.dryRun);
        return proven(answerDone(body, inVoice, taken.replayed ? REPLAYED : undefined));
      });
    },
  };
}

type Order = Omit<SendRequest, 'account'>;

function readOrder(parameters: Parameters<Name>, request: HttpRequest): Order | Refusal {
  const content = CONTENT.map((name) => parameters.get(name));
  const options = readSendOptions(parameters, request, { by: 'sms', content });
  if ('reason' in options) return options;
  return {
    ...options,
    sender: parameters.get('sender'),
    mobile: parameters.get('mobile'),
    templateId: parameters.get('template_id'),
    message: parameters.get('message'),
    network: parameters.get('network'),
    ported: parameters.get('ported'),
    type: parameters.get('type'),
  };
}
