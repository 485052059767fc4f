/** How a shop shares its business account with our app: codes, tokens, registration, health. */
import type {
  ChatPlatform,
  PlatformNotice,
  PlatformOutcome,
  SignupApp,
} from '../../domain/chat/platform.ts';
import { type Graph, mapDone, ofNumber } from './graph.ts';
import { type Fields, fieldsOf, listOf, textOf, wholeOf, wordsOf } from './json-fields.ts';

type Calls = Pick<
  ChatPlatform,
  'exchangeCode' | 'readGrant' | 'registerNumber' | 'readHealth' | 'syncPhone'
>;

const FORM = 'application/x-www-form-urlencoded';

export function signupCalls(graph: Graph): Calls {
  return {
    // In the body: addresses are written to logs.
    async exchangeCode({ id, secret }, { code, returnTo }) {
      const given = { client_id: id, client_secret: secret, redirect_uri: returnTo, code };
      const answer = await graph.call({
        credential: undefined,
        method: 'POST',
        path: 'oauth/access_token',
        octets: { type: FORM, body: new URLSearchParams(given).toString() },
      });
      return mapDone(answer, (fields) => textOf(fields['access_token']));
    },
    async readGrant(app, token) {
      const answer = await graph.call({
        credential: credentialOf(app),
        method: 'GET',
        path: 'debug_token',
        query: { input_token: token },
      });
      return mapDone(answer, ({ data }) => readGrant(fieldsOf(data)));
    },
    async registerNumber({ credential }, { phoneNumberId, pin }) {
      const json = { messaging_product: 'whatsapp', pin };
      const path = ofNumber(phoneNumberId, 'register');
      return withoutValue(await graph.call({ credential, method: 'POST', path, json }));
    },
    async readHealth({ businessId: path, credential }) {
      const query = { fields: 'health_status' };
      return mapDone(await graph.call({ credential, method: 'GET', path, query }), readHealth);
    },
    async syncPhone({ credential }, { phoneNumberId, what }) {
      const json = { messaging_product: 'whatsapp', sync_type: what };
      const path = ofNumber(phoneNumberId, 'smb_app_data');
      return withoutValue(await graph.call({ credential, method: 'POST', path, json }));
    },
  };
}

/** An app's own access token. */
const credentialOf = ({ id, secret }: Pick<SignupApp, 'id' | 'secret'>): string =>
  `${id}|${secret}`;

/** Both are needed: to manage an account, and to send from its numbers. */
const SCOPES = ['whatsapp_business_management', 'whatsapp_business_messaging'] as const;

function readGrant(data: Fields | undefined) {
  if (data === undefined) return undefined;
  const expiresAt = wholeOf(data['expires_at']) ?? 0;
  const [managed, messaged] = SCOPES.map((scope) => targetsOf(data, scope));
  return {
    isValid: data['is_valid'] === true,
    appId: textOf(data['app_id']),
    expiresAtMs: expiresAt === 0 ? undefined : expiresAt * 1_000,
    businesses: (managed ?? []).filter((id) => messaged?.includes(id)),
  };
}

/** What a scope was granted for; a scope without targets grants nothing that we could name. */
function targetsOf(data: Fields, scope: string): readonly string[] {
  const granular = listOf(data['granular_scopes']).map((it) => fieldsOf(it) ?? {});
  const own = granular.filter((it) => it['scope'] === scope);
  return own
    .flatMap((it) => listOf(it['target_ids']))
    .flatMap((id) => textOf(id) ?? [])
    .filter((id) => /^[0-9]{1,25}$/.test(id));
}

/** So many are enough to act on. */
const MOST_NOTICES = 5;
const LONGEST = 400;

function readHealth(fields: Fields): readonly PlatformNotice[] {
  const entities = listOf(fieldsOf(fields['health_status'])?.['entities']);
  return entities
    .map((it) => fieldsOf(it) ?? {})
    .flatMap(({ errors, additional_info: more }): PlatformNotice[] => [
      ...listOf(errors).map(readError),
      ...listOf(more).flatMap((it) => {
        const words = wordsOf(it, LONGEST);
        return words === undefined ? [] : [{ code: undefined, words, advice: undefined }];
      }),
    ])
    .slice(0, MOST_NOTICES);
}

function readError(given: unknown): PlatformNotice {
  const error = fieldsOf(given) ?? {};
  return {
    code: wholeOf(error['error_code']),
    words: wordsOf(error['error_description'], LONGEST) ?? '',
    advice: wordsOf(error['possible_solution'], LONGEST),
  };
}

/** The same without a value. */
export function withoutValue(outcome: PlatformOutcome<unknown>): PlatformOutcome<undefined> {
  return outcome.kind === 'done' ? { kind: 'done', value: undefined } : outcome;
}
