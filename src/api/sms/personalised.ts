/** `/api/personalised.php`: a text of its own to each row of a file (seed section 4.2). */
import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import type { FileRequest, FileTakenIn } from '../../domain/message/file-send.ts';
import { filteredOf, wordsOf } from '../../domain/message/file-tally.ts';
import type { Journey } from '../../journey/journey.ts';
import type { HttpRequest } from '../../kit/http/request.ts';
import type { Authenticate } from '../authenticate.ts';
import { proven, unproven, type ActAs } from '../act-as.ts';
import { answerDone, answerRefusal } from '../answer.ts';
import { describeAcceptance } from './describe-acceptance.ts';
import type { ElementOf, Endpoint } from '../endpoint.ts';
import type { Parameters } from '../read-parameters.ts';
import { readSendOptions, REPLAYED } from '../read-send-options.ts';

/** What a send is, in the order in which its fingerprint is taken. */
const CONTENT = [
  'dry_run',
  'duplicate',
  'message',
  'network',
  'ported',
  'sender',
  'template_id',
  'type',
  'url',
] as const;

const PARAMETERS = new Set([...CONTENT, 'api_key', 'format', 'idempotency_key'] as const);

type Name = ElementOf<typeof PARAMETERS>;

export type PersonalisedDeps = {
  readonly journey: Pick<Journey, 'takeInFile'>;
  readonly authenticate: Authenticate;
  readonly actAs: ActAs;
};

/** The answer is given when every row is read and all of it is on the disk. */
export function createPersonalised(deps: PersonalisedDeps): Endpoint<Name> {
  const { journey, authenticate, actAs } = deps;
  return {
    path: '/api/personalised.php',
    parameters: PARAMETERS,
    bodyBytes: limit('bodyBytes'),
    async answer({ request, parameters, voice }) {
      const order = readOrder(parameters, request);
      if ('reason' in order) return answerRefusal(order, voice);
      const identify = () => authenticate.byKeyAndAddress(parameters.get('api_key'), request);
      const source = { kind: 'link', link: parameters.get('url') } as const;
      return actAs(identify, voice, async (account, inVoice) => {
        const taken = await journey.takeInFile({ account, ...order }, { source });
        switch (taken.kind) {
          case 'stale':
            return 'stale';
          case 'refused': {
            const refused = answerRefusal(ofEachRow(taken), inVoice);
            return taken.isProven ? proven(refused) : unproven(refused);
          }
          case 'accepted': {
            const body = describeAcceptance(taken.acceptance, order.dryRun);
            return proven(answerDone(body, inVoice, taken.replayed ? REPLAYED : undefined));
          }
        }
      });
    },
  };
}

/** A refusal for its rows with all of them that are known: JSON lists them. */
function ofEachRow({ refusal, leftOut }: FileTakenIn & { readonly kind: 'refused' }): Refusal {
  // Of one for credit, say, they are no more than what is wrong besides.
  if (refusal.details?.['rows'] === undefined || leftOut.length === 1) return refusal;
  const each = leftOut.map((row) => {
    return {
      shown: filteredOf(row).shown,
      refusal: refuse(refusal.reason, { rows: wordsOf(row) }),
    };
  });
  return { ...refusal, each };
}

type Order = Omit<FileRequest, 'account'>;

function readOrder(parameters: Parameters<Name>, request: HttpRequest): Order | Refusal {
  // Named, so that a key which was used at the other send is not taken for this one's.
  const content = ['personalised', ...CONTENT.map((name) => parameters.get(name))];
  const options = readSendOptions(parameters, request, { by: 'sms', content });
  if ('reason' in options) return options;
  return {
    ...options,
    sender: parameters.get('sender'),
    templateId: parameters.get('template_id'),
    message: parameters.get('message'),
    network: parameters.get('network'),
    ported: parameters.get('ported'),
    type: parameters.get('type'),
    duplicate: parameters.get('duplicate'),
  };
}
