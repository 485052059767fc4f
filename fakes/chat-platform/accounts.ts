/** Apps, business accounts, sending numbers and tokens: who may do what, and where webhooks go. */

import type { AccountSeed, AppSeed, NumberSeed, TokenSeed } from './options.ts';

export type App = { readonly id: string; readonly secret: string; readonly callbackUrl: string };

export type SendingNumber = {
  readonly id: string;
  /** As people see it, `+92 300 0000001`. */
  readonly displayNumber: string;
  readonly digits: string;
  readonly name: string;
  readonly account: BusinessAccount;
  readonly throughput: number;
  /** Monotonic times of messages in the last second, in and out. */
  readonly recent: number[];
  /** GREEN, YELLOW, RED. */
  quality: string;
  /** Used in the app on a phone, too. */
  isOnPhone: boolean;
  /** It may send. */
  isRegistered: boolean;
  /** Of its two-step verification; '' if none is set. */
  pin: string;
  /** The code that its registration is refused with; 0: it is not. */
  refusal: number;
  /** What of its phone has been sent already: contacts, history. */
  readonly synced: Set<string>;
};

/** The id of the WhatsApp account that has a number: paths name it from 2028 on. */
export const waacOf = ({ id }: SendingNumber): string => `7${id}`;

export type BusinessAccount = {
  readonly id: string;
  readonly name: string;
  readonly numbers: SendingNumber[];
  /** App id → this account's own callback, '' for the app's. */
  readonly subscribers: Map<string, string>;
  readonly templateLimit: number;
  /** Its templates are refused with 131064 until this is lifted. */
  isLimited: boolean;
  /** How many people it may begin to write to in a day: TIER_250, TIER_2K, … */
  messagingLimit: string;
  hasPayment: boolean;
};

export type Token = {
  readonly token: string;
  readonly app: App;
  /** The business accounts it may see; empty for all. */
  readonly accounts: readonly string[];
};

/** Where a webhook goes. */
export type Target = { readonly app: App; readonly url: string };

/** Tokens of the real platform look like this: they do not belong here. */
export const looksReal = (token: string): boolean => /^EAA[A-Za-z0-9]{60,}$/.test(token);

export class Accounts {
  readonly apps = new Map<string, App>();
  readonly accounts = new Map<string, BusinessAccount>();
  readonly numbers = new Map<string, SendingNumber>();
  readonly tokens = new Map<string, Token>();

  addApp({ id, secret, callbackUrl = '' }: AppSeed): void {
    this.apps.set(id, { id, secret, callbackUrl });
  }

  /** Adds a business account with its numbers; all apps are subscribed unless it names some. */
  addAccount(seed: AccountSeed): BusinessAccount {
    const account: BusinessAccount = {
      id: seed.id,
      name: seed.name ?? 'Simulated business',
      numbers: [],
      subscribers: new Map((seed.apps ?? [...this.apps.keys()]).map((id) => [id, ''])),
      templateLimit: seed.templateLimit ?? 250,
      isLimited: false,
      messagingLimit: 'TIER_UNLIMITED',
      hasPayment: seed.paid ?? true,
    };
    this.accounts.set(account.id, account);
    for (const number of seed.numbers) this.addNumber(account, number);
    return account;
  }

  addNumber(account: BusinessAccount, seed: NumberSeed): SendingNumber {
    const { id, displayNumber, name = account.name, throughput = 80 } = seed;
    const number: SendingNumber = {
      id,
      displayNumber,
      name,
      account,
      throughput,
      digits: displayNumber.replaceAll(/\D/g, ''),
      recent: [],
      quality: 'GREEN',
      isOnPhone: seed.onPhone ?? false,
      isRegistered: seed.registered ?? true,
      pin: seed.pin ?? '',
      refusal: seed.refusal ?? 0,
      synced: new Set(),
    };
    account.numbers.push(number);
    this.numbers.set(id, number);
    return number;
  }

  /** Adds a token, unless its app does not exist or it looks like a real one. */
  addToken({ token, appId, accounts = [] }: TokenSeed): void {
    const app = this.apps.get(appId);
    if (app !== undefined && !looksReal(token)) this.tokens.set(token, { token, app, accounts });
  }

  /** The business account, if the token may see it. */
  accountFor({ accounts }: Token, id: string): BusinessAccount | undefined {
    return accounts.length === 0 || accounts.includes(id) ? this.accounts.get(id) : undefined;
  }

  /** The sending number, if the token may see it. */
  numberFor(token: Token, id: string): SendingNumber | undefined {
    const number = this.numbers.get(id);
    return number && this.accountFor(token, number.account.id) && number;
  }

  /** Where a business account's webhooks go: to each subscribed app. */
  targetsOf({ subscribers }: BusinessAccount): readonly Target[] {
    return [...subscribers].flatMap(([appId, override]) => {
      const app = this.apps.get(appId);
      const url = override === '' ? (app?.callbackUrl ?? '') : override;
      return app === undefined || url === '' ? [] : [{ app, url }];
    });
  }
}
