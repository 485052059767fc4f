import type { HttpAnswer } from '../kit/http/answer.ts';
import { findFields } from '../kit/http/find-fields.ts';
import { EMPTY_FORM } from '../kit/http/form.ts';
import type { HttpRequest } from '../kit/http/request.ts';
import { proven, type ActAs } from './act-as.ts';
import { answerRefusal, type Format, type Voice } from './answer.ts';
import type { Authenticate } from './authenticate.ts';
import { encodedBodyOf, FORM_BOUNDS, readParameters } from './read-parameters.ts';

export type AdmitDeps = {
  readonly authenticate: Pick<Authenticate, 'byKeyAndAddress'>;
  /** Without a pace: the request is counted when it is done. */
  readonly identifyAs: ActAs;
};

const ADMITTED: HttpAnswer = { status: 204, body: '' };

/**
 * Whether so much is done for the caller of a large request as to decode it: gives why not. Asked
 * twice: before the body is read, when the key may still be in there, and after. The key is found
 * by a search, and proves no more than that somebody may go on: the request is answered for the
 * account whose key stands in what was decoded.
 */
export function createAdmit(
  known: ReadonlySet<string>,
  { authenticate, identifyAs }: AdmitDeps,
  voiceIn: (format: Format) => Voice,
) {
  const names = new Set(['api_key', 'format'].filter((name) => known.has(name)));
  return async (request: HttpRequest): Promise<HttpAnswer | undefined> => {
    const mayFollow = request.body.length === 0;
    const found = mayFollow
      ? EMPTY_FORM
      : await findFields(encodedBodyOf(request), names, FORM_BOUNDS);
    const read = readParameters(request, names, found);
    const voice = voiceIn(read.format);
    if (!read.ok) return answerRefusal(read.refusal, voice);
    const key = read.parameters.get('api_key');
    if (mayFollow && key === '') return undefined;
    const identify = () => authenticate.byKeyAndAddress(key, request);
    const answer = await identifyAs(identify, voice, async () => proven(ADMITTED));
    return answer === ADMITTED ? undefined : answer;
  };
}
