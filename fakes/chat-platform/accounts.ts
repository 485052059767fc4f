/** Apps, business accounts, sending numbers and tokens: who may do what, and who is told. */

import type { AccountSeed, AppSeed, NumberSeed, TokenSeed } from './options.ts';

export type App = {
  readonly id: string;
  readonly secret: string;
  callbackUrl: string;
  verifyToken: string;
  readonly webhookVersion: string;
};

export type SendingNumber = {
  readonly id: string;
  /** As people see it, `+92 300 0000001`. */
  readonly displayNumber: string;
  readonly digits: string;
  readonly name: string;
  readonly account: BusinessAccount;
  throughput: number;
  quality: string;
  status: string;
  messagingLimit: string;
  /** Moments (steady) of messages in the last second, in and out. */
  readonly recent: number[];
  /** Billable service messages are counted by month: `2026-11` → messages. */
  readonly serviceMessages: Map<string, number>;
};

export type BusinessAccount = {
  readonly id: string;
  readonly name: string;
  readonly numbers: SendingNumber[];
  /** App id → the callback of this account, '' for the app's own. */
  readonly subscribers: Map<string, string>;
  readonly templateLimit: number;
  /** Nothing can be sent: code 131031. */
  locked: boolean;
};

export type Token = {
  readonly token: string;
  readonly app: App;
  /** Business accounts it may see; empty for all. */
  readonly accounts: readonly string[];
  expired: boolean;
};

/** Tokens of the real platform look like this: they have no business here. */
export const looksReal = (token: string): boolean => /^EAA[A-Za-z0-9]{60,}$/.test(token);

export class Accounts {
  readonly apps = new Map<string, App>();
  readonly accounts = new Map<string, BusinessAccount>();
  readonly numbers = new Map<string, SendingNumber>();
  readonly tokens = new Map<string, Token>();

  addApp(seed: AppSeed): App {
    const app: App = {
      id: seed.id,
      secret: seed.secret,
      callbackUrl: seed.callbackUrl ?? '',
      verifyToken: seed.verifyToken ?? '',
      webhookVersion: seed.webhookVersion ?? 'v25.0',
    };
    this.apps.set(app.id, app);
    return app;
  }

  /** Adds a business account with its numbers; all apps that exist are subscribed unless told. */
  addAccount(seed: AccountSeed): BusinessAccount {
    const account: BusinessAccount = {
      id: seed.id,
      name: seed.name ?? 'Simulated business',
      numbers: [],
      subscribers: new Map((seed.apps ?? [...this.apps.keys()]).map((id) => [id, ''])),
      templateLimit: seed.templateLimit ?? 250,
      locked: false,
    };
    this.accounts.set(account.id, account);
    for (const number of seed.numbers) this.addNumber(account, number);
    return account;
  }

  addNumber(account: BusinessAccount, seed: NumberSeed): SendingNumber {
    const number: SendingNumber = {
      id: seed.id,
      displayNumber: seed.displayNumber,
      digits: seed.displayNumber.replaceAll(/\D/g, ''),
      name: seed.name ?? account.name,
      account,
      throughput: seed.throughput ?? 80,
      quality: 'GREEN',
      status: 'CONNECTED',
      messagingLimit: 'TIER_10K',
      recent: [],
      serviceMessages: new Map(),
    };
    account.numbers.push(number);
    this.numbers.set(number.id, number);
    return number;
  }

  /** Adds a token; undefined when its app does not exist or it looks like a real one. */
  addToken(seed: TokenSeed): Token | undefined {
    const app = this.apps.get(seed.appId);
    if (app === undefined || looksReal(seed.token)) return undefined;
    const token = { token: seed.token, app, accounts: seed.accounts ?? [], expired: false };
    this.tokens.set(token.token, token);
    return token;
  }

  clear(): void {
    this.apps.clear();
    this.accounts.clear();
    this.numbers.clear();
    this.tokens.clear();
  }

  /** The business account, if the token may see it. */
  accountFor(token: Token, id: string): BusinessAccount | undefined {
    const account = this.accounts.get(id);
    if (account === undefined) return undefined;
    return token.accounts.length === 0 || token.accounts.includes(id) ? account : undefined;
  }

  /** The sending number, if the token may see it. */
  numberFor(token: Token, id: string): SendingNumber | undefined {
    const number = this.numbers.get(id);
    if (number === undefined) return undefined;
    return this.accountFor(token, number.account.id) === undefined ? undefined : number;
  }
}
