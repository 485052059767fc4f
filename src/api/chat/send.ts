/** `/api/send.php`: sends chat messages, by template or in free form (chat seed, section 4). */
import type { ChatRequest, ChatTakenIn } from '../../domain/chat/request.ts';
import { limit } from '../../domain/limits.ts';
import type { Journey } from '../../journey/journey.ts';
import {
  type ActAs,
  type Acted,
  type Authenticate,
  proven,
  refusedBySnapshot,
  unproven,
} from '../authenticate.ts';
import { answerRefusal, answerWritten, type ResponseFormat } from '../answer.ts';
import type { ElementOf, Endpoint } from '../form-route.ts';
import { readSendOptions, REPLAYED } from '../read-send-options.ts';
import type { Parameters } from '../read-parameters.ts';
import { describeOutcome, METHOD, type Asked, type MessageType } from './describe-outcome.ts';
import { type ContentValues, dataIn, readSend } from './read-send.ts';

/** The parameters that make up a send, in the order its fingerprint covers them. */
const CONTENT = ['chatapp_id', 'dry_run', 'free_form', 'template_data', 'template_id'] as const;

const PARAMETERS = new Set([...CONTENT, 'api_key', 'idempotency_key'] as const);

type Name = ElementOf<typeof PARAMETERS>;

export type SendDeps = {
  readonly journey: Pick<Journey, 'takeInChat'>;
  readonly authenticate: Authenticate;
  readonly actAs: ActAs;
};

/** GET and POST; the answer is JSON whatever `format` says. */
export function createSend({ journey, authenticate, actAs }: SendDeps): Endpoint<Name> {
  return {
    path: '/api/send.php',
    scope: 'send',
    parameters: PARAMETERS,
    bodyBytes: limit('bodyBytes'),
    alwaysJson: { frame: 'full', besides: { method: METHOD } },
    async answer({ request, parameters, responseFormat: unnamed }) {
      const values = contentOf(parameters);
      const messageType = messageTypeOf(values);
      const responseFormat = messageType === undefined ? unnamed : naming(unnamed, messageType);
      const content = CONTENT.map((name) => parameters.get(name));
      const order = readSendOptions(parameters, request, { by: 'chat', content });
      if ('reason' in order) return answerRefusal(order, responseFormat);
      const identify = () =>
        authenticate.byKeyAndAddress(parameters.get('api_key'), request, 'send');
      return actAs(identify, responseFormat, async (account, inFormat) => {
        const send = await readSend(account, values);
        if ('reason' in send) return unproven(answerRefusal(send, inFormat));
        const taken = await journey.takeInChat({ account, ...send, ...order });
        return answerTaken(taken, inFormat, { messageType: typeOf(send), dryRun: order.dryRun });
      });
    },
  };
}

async function answerTaken(
  taken: ChatTakenIn,
  responseFormat: ResponseFormat,
  asked: Asked,
): Promise<Acted> {
  if (taken.kind === 'stale') return 'stale';
  if (taken.kind === 'refused') return refusedBySnapshot(taken.refusal, responseFormat);
  const { json, httpStatus } = await describeOutcome(taken.acceptance, asked);
  // Nothing was stored, so nothing shows that the snapshot is still current.
  if (httpStatus !== 200) return unproven(answerWritten(json, responseFormat, { httpStatus }));
  const headers = taken.replayed ? REPLAYED : undefined;
  return proven(answerWritten(json, responseFormat, { httpStatus, headers }));
}

function contentOf(parameters: Parameters<Name>): ContentValues {
  return {
    template_data: parameters.get('template_data'),
    free_form: parameters.get('free_form'),
    template_id: parameters.get('template_id'),
    chatapp_id: parameters.get('chatapp_id'),
  };
}

function messageTypeOf(values: ContentValues): MessageType | undefined {
  const name = dataIn(values);
  if (name === undefined) return undefined;
  return name === 'template_data' ? 'TEMPLATE' : 'FREE_FORM';
}

function typeOf({ sends }: Pick<ChatRequest, 'sends'>): MessageType {
  return sends.kind === 'template' ? 'TEMPLATE' : 'FREE_FORM';
}

function naming(responseFormat: ResponseFormat, messageType: MessageType): ResponseFormat {
  return { ...responseFormat, besides: { ...responseFormat.besides, message_type: messageType } };
}
