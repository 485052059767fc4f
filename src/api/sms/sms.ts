/** `/api/sms.php`: sends one text to one recipient or many (seed section 4.1). */
import type { SendRequest } from '../../domain/message/draft.ts';
import { limit } from '../../domain/limits.ts';
import { readingRecipients } from '../../domain/recipient/recipient.ts';
import { runYielding } from '@paigham/base/yielding.ts';
import type { Journey } from '../../journey/journey.ts';
import { answerDone, answerRefusal } from '../answer.ts';
import { type ActAs, type Authenticate, proven, refusedBySnapshot } from '../authenticate.ts';
import { describeAcceptance } from './describe-acceptance.ts';
import type { ElementOf, Endpoint } from '../form-route.ts';
import type { Parameters } from '../read-parameters.ts';
import { readSendOptions, REPLAYED, type SendOptions } from '../read-send-options.ts';
import { isGiven, readSend, textsOf } from './read-send.ts';

/** The parameters that make up a send, in the order its fingerprint covers them. */
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

type SmsDeps = {
  readonly journey: Pick<Journey, 'takeIn'>;
  readonly authenticate: Authenticate;
  readonly actAs: ActAs;
};

export function createSms({ journey, authenticate, actAs }: SmsDeps): Endpoint<Name> {
  return {
    path: '/api/sms.php',
    scope: 'send',
    parameters: PARAMETERS,
    bodyBytes: limit('bodyBytes'),
    async answer({ request, parameters, responseFormat }) {
      const content = CONTENT.map((name) => parameters.get(name));
      const options = readSendOptions(parameters, request, { by: 'sms', content });
      if ('reason' in options) return answerRefusal(options, responseFormat);
      const identify = () =>
        authenticate.byKeyAndAddress(parameters.get('api_key'), request, 'send');
      return actAs(identify, responseFormat, async (account, inFormat) => {
        const order = await readOrder(parameters);
        const taken = await journey.takeIn({ account, ...options, ...order });
        if (taken.kind === 'stale') return 'stale';
        if (taken.kind === 'refused') return refusedBySnapshot(taken.refusal, inFormat);
        const body = describeAcceptance(taken.acceptance, options.dryRun);
        return proven(answerDone(body, inFormat, taken.replayed ? REPLAYED : undefined));
      });
    },
  };
}

type Order = Omit<SendRequest, 'account' | keyof SendOptions>;

async function readOrder(parameters: Parameters<Name>): Promise<Order> {
  const { send, texts } = readSend({ ...textsOf(parameters), mobile: parameters.get('mobile') });
  const recipients = isGiven(texts.mobile)
    ? await runYielding(readingRecipients(texts.mobile))
    : undefined;
  return { ...send, recipients };
}
