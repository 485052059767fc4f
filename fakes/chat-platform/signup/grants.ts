/** What people have granted to apps in the dialogue: codes, and the tokens they are changed for. */

import type { BusinessAccount } from '../accounts.ts';
import { badParameter, type Fault } from '../faults.ts';
import { json, refuse, type Reply } from '../graph/reply.ts';
import type { AccountSeed, TokenSeed } from '../options.ts';
import type { ChatPlatform } from '../platform.ts';

export type Grant = {
  readonly appId: string;
  readonly redirectUri: string;
  /** The business accounts that were shared. */
  readonly accounts: readonly string[];
  /** What it is refused with; undefined: it is good. */
  fault: Fault | undefined;
};

const mostCodes = 1_000;

export class Grants {
  readonly codes = new Map<string, Grant>();
  /** Made in the dialogue: to be kept. */
  readonly accounts: BusinessAccount[] = [];
  readonly tokens: TokenSeed[] = [];

  add(code: string, grant: Grant): void {
    this.codes.set(code, grant);
    const [oldest] = this.codes.keys();
    if (this.codes.size > mostCodes && oldest !== undefined) this.codes.delete(oldest);
  }

  /** What outlives a restart. */
  kept(): { readonly accounts: readonly AccountSeed[]; readonly tokens: readonly TokenSeed[] } {
    const accounts = this.accounts.map(({ id, name, numbers, templateLimit, hasPayment }) => ({
      id,
      name,
      templateLimit,
      apps: [],
      paid: hasPayment,
      numbers: numbers.map((it) => ({
        id: it.id,
        displayNumber: it.displayNumber,
        name: it.name,
        pin: it.pin,
        registered: it.isRegistered,
        onPhone: it.isOnPhone,
        refusal: it.refusal,
      })),
    }));
    return { accounts, tokens: this.tokens };
  }
}

const scopes = ['whatsapp_business_management', 'whatsapp_business_messaging'];

/** An app that cannot show its secret. */
const notTheApp: Fault = {
  http: 400,
  code: 1,
  type: 'OAuthException',
  message: 'Error validating client secret.',
};

const codeFault = (subcode: number, message: string): Fault => {
  return { http: 400, code: 100, subcode, type: 'OAuthException', message };
};

const badAddress = 'Error validating verification code. Please make sure your redirect_uri is …';

/** Why a code is refused, by how the dialogue ended. */
export const codeFaults = {
  code_expired: codeFault(36007, 'This authorization code has expired.'),
  address: codeFault(36008, badAddress),
  code_used: codeFault(36009, 'This authorization code has been used.'),
  app: notTheApp,
} as const;

/** `POST /oauth/access_token`: a code for a token, once. */
export function exchangeCode(platform: ChatPlatform, form: URLSearchParams): Reply {
  const { accounts, grants, ids } = platform;
  const app = accounts.apps.get(form.get('client_id') ?? '');
  if (app?.secret !== form.get('client_secret')) return refuse(platform, notTheApp);
  const grant = grants.codes.get(form.get('code') ?? '');
  if (grant === undefined) return refuse(platform, codeFaults.code_expired);
  if (grant.appId !== app?.id || grant.redirectUri !== form.get('redirect_uri')) {
    return refuse(platform, codeFaults.address);
  }
  if (grant.fault !== undefined) return refuse(platform, grant.fault);
  grant.fault = codeFaults.code_used;
  // An empty list would be all of them.
  const shared = grant.accounts.length === 0 ? ['0'] : grant.accounts;
  const token = { token: ids.text(40), appId: grant.appId, accounts: shared };
  accounts.addToken(token);
  grants.tokens.push(token);
  return json({ access_token: token.token, token_type: 'bearer' });
}

/** `GET /debug_token`: asked by the token itself, or by its app with `id|secret`. */
export function debugToken(
  platform: ChatPlatform,
  query: URLSearchParams,
  bearer: string | undefined,
): Reply {
  const { accounts } = platform;
  const [appId = '', secret] = (bearer ?? '').split('|');
  const app = accounts.apps.get(appId);
  const asker = secret !== undefined && app?.secret === secret ? app : undefined;
  const own = accounts.tokens.get(bearer ?? '')?.app;
  const viewer = asker ?? own;
  if (viewer === undefined) return refuse(platform, { ...notTheApp, code: 190 });
  const asked = accounts.tokens.get(query.get('input_token') ?? '');
  if (asked === undefined) {
    const error = { code: 190, message: 'Malformed access token' };
    return json({ data: { is_valid: false, scopes: [], error } });
  }
  if (asked.app.id !== viewer.id) {
    const words = 'The App_id in the input_token did not match the Viewing App';
    return refuse(platform, badParameter(words));
  }
  const all = asked.accounts.length === 0 ? [...accounts.accounts.keys()] : asked.accounts;
  const seen = all.filter((id) => accounts.accounts.has(id));
  const granular = scopes.map((scope) =>
    seen.length === 0 ? { scope } : { scope, target_ids: seen },
  );
  const data = {
    app_id: viewer.id,
    type: 'SYSTEM_USER',
    application: 'Simulated app',
    is_valid: true,
    expires_at: 0,
    data_access_expires_at: 0,
    scopes,
    granular_scopes: granular,
  };
  return json({ data });
}
