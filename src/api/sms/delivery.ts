/**
 * `/api/delivery.php`: what became of a send, by the id of the request or of one of its messages
 * (contract section 7); of a chat message by its UUID.
 */
import type { AccountId } from '../../domain/ids.ts';
import { refuse, type Refusal } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import type { Report } from '../../domain/message/report.ts';
import type { Journey } from '../../journey/journey.ts';
import { unproven, type ActAs } from '../act-as.ts';
import { answerDone, answerRefusal } from '../answer.ts';
import type { Authenticate } from '../authenticate.ts';
import { idOfUuid } from '../../kit/uuid-ids.ts';
import { describeReport } from './describe-report.ts';
import type { ElementOf, Endpoint } from '../endpoint.ts';

const PARAMETERS = new Set(['api_key', 'id', 'page', 'format'] as const);

export type DeliveryDeps = {
  readonly journey: Pick<Journey, 'report'>;
  readonly authenticate: Authenticate;
  readonly actAs: ActAs;
};

export function createDelivery(deps: DeliveryDeps): Endpoint<ElementOf<typeof PARAMETERS>> {
  const { journey, authenticate, actAs } = deps;
  return {
    path: '/api/delivery.php',
    parameters: PARAMETERS,
    answer({ request, parameters, voice }) {
      const identify = () => authenticate.byKeyAndAddress(parameters.get('api_key'), request);
      return actAs(identify, voice, async (account, inVoice) => {
        const asked = { id: parameters.get('id').trim(), page: parameters.get('page').trim() };
        const found = await findReport(journey, account.id, asked);
        return unproven(
          'reason' in found
            ? answerRefusal(found, inVoice)
            : answerDone(describeReport(found), inVoice),
        );
      });
    },
  };
}

/**
 * An id that cannot be one of ours answers exactly like one that is not: nobody learns which ids
 * exist. None at all is a value that is missing.
 */
async function findReport(
  journey: Pick<Journey, 'report'>,
  accountId: AccountId,
  asked: { readonly id: string; readonly page: string },
): Promise<Report | Refusal> {
  if (asked.id === '') return refuse('report_id_missing');
  const page = asked.page === '' ? 1 : readPositive(asked.page);
  if (page === undefined) return refuse('page_unknown', { why: 'use a number from 1' });
  const id = readPositive(asked.id) ?? idOfUuid(asked.id);
  const report = id === undefined ? undefined : await journey.report(accountId, id, page);
  if (report === undefined) return refuse('report_unknown');
  const last = Math.max(1, Math.ceil(report.total / limit('reportLines')));
  if (page > last) return refuse('page_unknown', { why: `the last one is ${last}` });
  return report;
}

function readPositive(text: string): number | undefined {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : 0;
  return value > 0 && Number.isSafeInteger(value) ? value : undefined;
}
