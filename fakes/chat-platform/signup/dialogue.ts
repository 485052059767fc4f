/**
 * The dialogue in which a shop shares its business account with an app (Embedded Signup), opened by
 * its address: a page that says what it is, with the failures that it can be told to play.
 */

import { type BusinessAccount, waacOf } from '../accounts.ts';
import { refuse, type Reply } from '../graph/reply.ts';
import type { ChatPlatform } from '../platform.ts';
import { codeFaults } from './grants.ts';

/** How it ends, as people choose it on the page. */
const fates = {
  ok: 'It goes well',
  declined: 'The shop declines',
  code_used: 'The code was used before',
  code_expired: 'The code has expired',
  address: 'The redirect address is not one of the app',
  app: 'The app is refused',
  no_account: 'The shop shares no WhatsApp account',
  pin: 'The number has a PIN already: 246810',
  unpaid: 'The account has no payment method',
  elsewhere: 'Another provider has not let the number go',
  unverified: 'The number has to be verified again',
} as const;
type Fate = keyof typeof fates;

const fateOf = (word: string | null): Fate =>
  Object.keys(fates).includes(word ?? '') ? (word as Fate) : 'ok';

/** What registration is refused with. */
const refusals: Partial<Record<Fate, number>> = { elsewhere: 133000, unverified: 133006 };

const knownPin = '246810';
const passedOn = ['client_id', 'redirect_uri', 'state', 'config_id', 'extras'] as const;

const isHere = (address: string): boolean =>
  URL.canParse(address) && /^http:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])[:/]/.test(address);

const badDialogue = (message: string) => {
  return { http: 400, code: 100, type: 'OAuthException', message };
};

/** What is wrong with what an app asks for; undefined: nothing. */
function faultOf({ accounts }: ChatPlatform, query: URLSearchParams): string | undefined {
  if (!accounts.apps.has(query.get('client_id') ?? '')) return 'Invalid App ID';
  if (!isHere(query.get('redirect_uri') ?? '')) {
    return "URL Blocked: the simulator leads back to this machine only. Check the app's domains.";
  }
  return (query.get('config_id') ?? '') === '' ? 'config_id is missing' : undefined;
}

/** `GET /dialog/oauth` */
export function showDialogue(platform: ChatPlatform, query: URLSearchParams): Reply {
  const fault = faultOf(platform, query);
  if (fault !== undefined) return refuse(platform, badDialogue(fault));
  return { kind: 'page', html: pageOf(platform, query) };
}

/** `POST /dialog/oauth`: the form of the page. */
export function endDialogue(platform: ChatPlatform, form: URLSearchParams): Reply {
  const fault = faultOf(platform, form);
  if (fault !== undefined) return refuse(platform, badDialogue(fault));
  const back = new URL(form.get('redirect_uri') ?? '');
  back.searchParams.set('state', form.get('state') ?? '');
  const fate = fateOf(form.get('fate'));
  if (fate === 'declined') {
    const said = 'Permissions error';
    const told = { error: 'access_denied', error_reason: 'user_denied', error_description: said };
    for (const [name, value] of Object.entries(told)) back.searchParams.set(name, value);
    return { kind: 'redirect', to: back.href };
  }
  const shared = fate === 'no_account' ? undefined : share(platform, form, fate);
  const code = platform.ids.text(32);
  platform.grants.add(code, {
    appId: form.get('client_id') ?? '',
    redirectUri: form.get('redirect_uri') ?? '',
    accounts: shared === undefined ? [] : [shared.id],
    fault: fate in codeFaults ? codeFaults[fate as keyof typeof codeFaults] : undefined,
  });
  back.searchParams.set('code', code);
  // As the session information of version 5 does: one for each number.
  const waacs = shared?.numbers.map(waacOf).join(',') ?? '';
  if (waacs !== '') back.searchParams.set('primary_waac_ids', waacs);
  return { kind: 'redirect', to: back.href };
}

/** The business account that was chosen or made, as its fate wants it. */
function share(platform: ChatPlatform, form: URLSearchParams, fate: Fate): BusinessAccount {
  const known = platform.accounts.accounts.get(form.get('account') ?? '');
  const account = known ?? makeAccount(platform, form);
  const [number] = account.numbers.slice(-1);
  if (fate === 'unpaid') account.hasPayment = false;
  if (number !== undefined && fate === 'pin') {
    Object.assign(number, { pin: knownPin, isRegistered: false });
  }
  const refusal = refusals[fate];
  if (number !== undefined && refusal !== undefined) {
    Object.assign(number, { refusal, isRegistered: false });
  }
  return account;
}

function makeAccount(platform: ChatPlatform, form: URLSearchParams): BusinessAccount {
  const { accounts, grants, ids } = platform;
  const isOnPhone = (form.get('extras') ?? '').includes('whatsapp_business_app_onboarding');
  const name = (form.get('name') ?? '').slice(0, 60) || 'My shop';
  const digits = (form.get('number') ?? '').replaceAll(/\D/g, '').slice(0, 15);
  const displayNumber = digits.length < 7 ? newNumber(platform) : `+${digits}`;
  const account = accounts.addAccount({ id: ids.object(), name, apps: [], numbers: [] });
  accounts.addNumber(account, {
    id: ids.object(),
    displayNumber,
    name,
    onPhone: isOnPhone,
    registered: isOnPhone,
  });
  grants.accounts.push(account);
  return account;
}

const newNumber = ({ accounts }: ChatPlatform): string =>
  `+92 300 222${String(1_000 + accounts.numbers.size).slice(-4)}`;

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const safe = (text: string): string => text.replaceAll(/[&<>"]/g, (it) => escapes[it] ?? it);

function choiceOf({ id, name, numbers }: BusinessAccount): string {
  const own = numbers.map((it) => safe(it.displayNumber)).join(', ') || 'no number';
  return `<label><input type="radio" name="account" value="${id}" /> ${safe(name)}
    <small>${own}</small></label>`;
}

function pageOf(platform: ChatPlatform, query: URLSearchParams): string {
  const hidden = passedOn.map(
    (name) => `<input type="hidden" name="${name}" value="${safe(query.get(name) ?? '')}" />`,
  );
  const choices = [...platform.accounts.accounts.values()].map(choiceOf);
  const options = Object.entries(fates).map(
    ([fate, words]) => `<option value="${fate}">${words}</option>`,
  );
  const isOnPhone = (query.get('extras') ?? '').includes('whatsapp_business_app_onboarding');
  const about = isOnPhone
    ? 'The number stays in the WhatsApp Business app, too.'
    : 'The number is used by no app.';
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>Connect to WhatsApp (simulated)</title>
<style>
  :root { color-scheme: light dark; }
  body { font: 15px/1.5 system-ui, sans-serif; max-width: 30em; margin: 2em auto; padding: 0 1em; }
  label { display: block; margin: 0.6em 0; }
  small { opacity: 0.75; margin-inline-start: 0.4em; }
  fieldset { border: 1px solid #8886; border-radius: 8px; margin: 1em 0; }
  input:not([type=radio]), select, button { font: inherit; padding: 6px 10px; width: 100%;
    box-sizing: border-box; }
  button { background: #0b6e5f; color: #fff; border: 0; border-radius: 8px; cursor: pointer; }
</style>
<h1>Connect to WhatsApp</h1>
<p>This is the simulated platform’s dialogue, not Meta’s. ${about}</p>
<form method="post">
  ${hidden.join('\n  ')}
  <fieldset><legend>Business account</legend>
    <label><input type="radio" name="account" value="new" checked /> A new one</label>
    <label>Its name <input name="name" value="My shop" maxlength="60" /></label>
    <label>Its number <input name="number" value="${newNumber(platform)}" dir="ltr" /></label>
    ${choices.join('\n    ')}
  </fieldset>
  <label>What is played <select name="fate">${options.join('')}</select></label>
  <button>Continue</button>
</form>
</html>
`;
}
