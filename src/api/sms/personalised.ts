/** `/api/personalised.php`: sends each row of a file a text of its own (seed section 4.2). */
import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import {
  type FileRequest,
  type FileSource,
  type FileTakenIn,
  filteredOf,
  wordsOf,
} from '../../domain/message/file-send.ts';
import type { Journey } from '../../journey/journey.ts';
import { type ActAs, type Authenticate, proven, unproven } from '../authenticate.ts';
import { answerDone, answerRefusal } from '../answer.ts';
import { describeAcceptance } from './describe-acceptance.ts';
import type { ElementOf, Endpoint } from '../form-route.ts';
import type { Parameters } from '../read-parameters.ts';
import { readSendOptions, REPLAYED, type SendOptions } from '../read-send-options.ts';
import { readSend, readSwitch, textsOf } from './read-send.ts';

/** The parameters that make up a send, in the order its fingerprint covers them. */
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

const PARAMETERS = new Set([...CONTENT, 'api_key', 'hidden', 'format', 'idempotency_key'] as const);

type Name = ElementOf<typeof PARAMETERS>;

type PersonalisedDeps = {
  readonly journey: Pick<Journey, 'takeInFile'>;
  readonly authenticate: Authenticate;
  readonly actAs: ActAs;
};

/** Answers once every row is read and all of it is on disk. */
export function createPersonalised(deps: PersonalisedDeps): Endpoint<Name> {
  const { journey, authenticate, actAs } = deps;
  return {
    path: '/api/personalised.php',
    scope: 'send',
    parameters: PARAMETERS,
    bodyBytes: limit('bodyBytes'),
    async answer({ request, parameters, responseFormat }) {
      // Named, so that a key used with the other send is not mistaken for this one's.
      const content = ['personalised', ...CONTENT.map((name) => parameters.get(name))];
      const hidden = parameters.get('hidden').trim();
      if (hidden !== '') content.push(`hidden ${hidden}`);
      const options = readSendOptions(parameters, request, { by: 'sms', content });
      if ('reason' in options) return answerRefusal(options, responseFormat);
      const identify = () =>
        authenticate.byKeyAndAddress(parameters.get('api_key'), request, 'send');
      return actAs(identify, responseFormat, async (account, inFormat) => {
        const { order, source } = readOrder(parameters);
        const taken = await journey.takeInFile({ account, ...options, ...order }, { source });
        switch (taken.kind) {
          case 'stale':
            return 'stale';
          case 'refused': {
            const refused = answerRefusal(ofEachRow(taken), inFormat);
            return taken.isProven ? proven(refused) : unproven(refused);
          }
          case 'accepted': {
            const body = describeAcceptance(taken.acceptance, options.dryRun);
            return proven(answerDone(body, inFormat, taken.replayed ? REPLAYED : undefined));
          }
        }
      });
    },
  };
}

/** A refusal because of rows, with all rows that are known: JSON lists them. */
function ofEachRow({ refusal, leftOut }: FileTakenIn & { readonly kind: 'refused' }): Refusal {
  // In a refusal for credit, for example, rows are only incidental.
  if (refusal.details?.['rows'] === undefined || leftOut.length === 1) return refusal;
  const each = leftOut.map((row) => {
    return {
      shown: filteredOf(row).shown,
      refusal: refuse(refusal.reason, { rows: wordsOf(row) }),
    };
  });
  return { ...refusal, each };
}

function readOrder(parameters: Parameters<Name>): {
  readonly order: Omit<FileRequest, 'account' | keyof SendOptions>;
  readonly source: FileSource;
} {
  const { send, texts } = readSend({
    ...textsOf(parameters),
    duplicate: parameters.get('duplicate'),
    hidden: parameters.get('hidden'),
    url: parameters.get('url'),
  });
  const keepsRepeated = readSwitch(texts.duplicate, 'duplicate_unknown');
  const includesHidden = readSwitch(texts.hidden, 'hidden_unknown');
  const order = { ...send, keepsRepeated, includesHidden };
  return { order, source: { kind: 'link', link: texts.url } };
}
