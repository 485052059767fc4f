/**
 * What we ask of the chat platform besides carrying messages, as the interface that operations use.
 * The caller brings the business account's credential; nothing here is kept.
 */

import type { NumberFacts } from './number-facts.ts';

export type PlatformOutcome<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'refused'; readonly refusal: PlatformRefusal }
  /** Certainly not sent: the platform could not be reached. */
  | { readonly kind: 'unsent'; readonly why: string }
  /** Sent, and no answer says what became of it. */
  | { readonly kind: 'lost'; readonly why: string };

/** A refusal in the platform's own words. `code` decides; the rest is for people. */
export type PlatformRefusal = {
  readonly httpStatus: number;
  readonly code: number;
  readonly subcode: number | undefined;
  /** In the platform's words, which change without notice. */
  readonly message: string;
  readonly details: string | undefined;
  /** The trace id that its support asks for. */
  readonly trace: string | undefined;
  /** What it says to the person who made a template. */
  readonly userMessage: string | undefined;
  /** When it wants the next try, if it says so. */
  readonly retryAfterMs: number | undefined;
};

/** A business account on the platform, with its credentials. Never logged. */
export type PlatformAccess = {
  /** The platform's id of the business account: digits. */
  readonly businessId: string;
  readonly credential: string;
};

/** A template as the platform lists it; components in its own form. */
export type PlatformTemplate = {
  readonly id: string;
  readonly name: string;
  readonly language: string;
  /** In lower case, otherwise unchanged. */
  readonly category: string;
  readonly state: string;
  readonly reason: string | undefined;
  readonly quality: string | undefined;
  readonly source: string | undefined;
  readonly components: readonly unknown[];
};

type PlatformTemplatePage = {
  readonly templates: readonly PlatformTemplate[];
  /** Where the next page begins; undefined: this is the last one. */
  readonly next: string | undefined;
  /** How many templates the business account may have, if the platform says so. */
  readonly most: number | undefined;
};

type NewPlatformTemplate = {
  readonly name: string;
  readonly language: string;
  readonly category: string;
  readonly components: readonly unknown[];
};

type PlatformTemplateChange = {
  readonly category?: string;
  readonly components?: readonly unknown[];
};

export type PlatformNumber = {
  /** The platform's id of the number: digits. */
  readonly id: string;
  /** Digits only, with country code. */
  readonly digits: string;
  readonly verifiedName: string | undefined;
};

/** The same with what else the platform says of it. */
export type DescribedNumber = { readonly id: string; readonly facts: NumberFacts };

/** What a credential may do. */
type PlatformCredential = {
  readonly appId: string | undefined;
  readonly scopes: readonly string[];
  /** Milliseconds since 1970; undefined: it does not expire. */
  readonly expiresAtMs: number | undefined;
};

/** The app of this service at the platform, in whose name shops share their business accounts. */
export type SignupApp = {
  /** Digits. */
  readonly id: string;
  readonly secret: string;
  /** How its dialogue looks, and what it asks for. */
  readonly configId: string;
  readonly version: string;
  readonly dialogue: string;
  /** Where this service is reached: the dialogue leads back there. */
  readonly home: string;
};

/** What a shop has granted to an app. */
type PlatformGrant = Omit<PlatformCredential, 'scopes'> & {
  readonly isValid: boolean;
  /** Business accounts that the app may manage and send for, by the platform's ids. */
  readonly businesses: readonly string[];
};

/** Why a business account cannot send, or not all, in the platform's words. */
export type PlatformNotice = {
  readonly code: number | undefined;
  readonly words: string;
  readonly advice: string | undefined;
};

export const NO_PAYMENT = 'no payment method at the platform: add one on its business pages';
const NO_PAYMENT_CODE = 141_006;

/** Why a business account may not send; undefined: it may. What has no code is only told. */
export function whyBlocked(notices: readonly PlatformNotice[]): string | undefined {
  const coded = notices.filter(({ code }) => code !== undefined);
  if (coded.some(({ code }) => code === NO_PAYMENT_CODE)) return NO_PAYMENT;
  const [first] = coded;
  return first && `${first.words} ${first.advice ?? ''}`.trim();
}

/** What the phone of a number that is used in the app, too, can send once. */
type PhoneSync = 'smb_app_state_sync' | 'history';

/** A file used as a template's example. */
export type PlatformSample = {
  readonly appId: string;
  readonly fileName: string;
  readonly mime: string;
  readonly bytes: number;
  /** Its content, from the beginning at each call. */
  readonly read: () => AsyncIterable<Uint8Array>;
};

/** Where a business account's webhooks go, and the token that verifies them. */
type PlatformWebhook = { readonly address: string; readonly verifyToken: string };

export type ChatPlatform = {
  /** A page of the business account's templates; `after`: where the previous one ended. */
  listTemplates(
    access: PlatformAccess,
    after: string | undefined,
  ): Promise<PlatformOutcome<PlatformTemplatePage>>;
  createTemplate(
    access: PlatformAccess,
    template: NewPlatformTemplate,
  ): Promise<
    PlatformOutcome<{ readonly id: string; readonly state: string; readonly category: string }>
  >;
  /** By the platform's id of the template. */
  editTemplate(
    access: PlatformAccess,
    id: string,
    change: PlatformTemplateChange,
  ): Promise<PlatformOutcome<undefined>>;
  /** One language if `id` is given, else all languages of the name. */
  deleteTemplate(
    access: PlatformAccess,
    template: { readonly name: string; readonly id?: string },
  ): Promise<PlatformOutcome<undefined>>;
  listNumbers(access: PlatformAccess): Promise<PlatformOutcome<readonly PlatformNumber[]>>;
  /** What the platform says of the account's numbers today. */
  describeNumbers(access: PlatformAccess): Promise<PlatformOutcome<readonly DescribedNumber[]>>;
  /** Subscribes us to the account's events, at an address of its own if one is given. */
  subscribe(
    access: PlatformAccess,
    webhook: PlatformWebhook | undefined,
  ): Promise<PlatformOutcome<undefined>>;
  readCredential(access: PlatformAccess): Promise<PlatformOutcome<PlatformCredential>>;
  /** The token that a shop has granted, for the code that its browser brought. */
  exchangeCode(
    app: Pick<SignupApp, 'id' | 'secret'>,
    code: { readonly code: string; readonly returnTo: string },
  ): Promise<PlatformOutcome<string>>;
  /** What a token is good for, as the platform tells the app that shows its secret. */
  readGrant(
    app: Pick<SignupApp, 'id' | 'secret'>,
    token: string,
  ): Promise<PlatformOutcome<PlatformGrant>>;
  /** Lets a number send; sets its PIN, or shows the one that was set. */
  registerNumber(
    access: PlatformAccess,
    number: { readonly phoneNumberId: string; readonly pin: string },
  ): Promise<PlatformOutcome<undefined>>;
  /** What keeps the business account from sending. */
  readHealth(access: PlatformAccess): Promise<PlatformOutcome<readonly PlatformNotice[]>>;
  /** Has the platform send what a phone has, by the webhook. */
  syncPhone(
    access: PlatformAccess,
    phone: { readonly phoneNumberId: string; readonly what: PhoneSync },
  ): Promise<PlatformOutcome<undefined>>;
  /** Uploads the file of a media header; returns the handle that a new template names. */
  uploadSample(access: PlatformAccess, sample: PlatformSample): Promise<PlatformOutcome<string>>;
  /** Takes a conversation that another agent holds; `user`: digits, or the platform's id. */
  takeThread(
    access: PlatformAccess,
    thread: { readonly phoneNumberId: string; readonly user: string },
  ): Promise<PlatformOutcome<undefined>>;
  /** The content of a file that a user sent, by the platform's id: at most `mostBytes`. */
  readMedia(
    access: PlatformAccess,
    media: { readonly id: string; readonly mostBytes: number },
  ): Promise<PlatformOutcome<PlatformMedia>>;
};

export type PlatformMedia = { readonly mime: string; readonly content: Uint8Array };

/**
 * What the chat platform requires of the service when it refuses a message, in its answer or later
 * in a status: it does not promise which. Carriers translate codes into it, and
 * src/chat/reactions.ts applies it.
 */
export type PlatformReaction =
  /** The number must not send until somebody has seen to it; the reason, for people. */
  | { readonly kind: 'stop_number'; readonly words: string }
  /** Recipients complain: marketing from this number pauses for a while. */
  | { readonly kind: 'rest_marketing' }
  /** The recipient gets no more marketing for a day, from whomever. */
  | { readonly kind: 'rest_person' }
  /** The business account may send no templates for a while; what answers people goes on. */
  | { readonly kind: 'rest_templates' }
  /** The template is paused: what is left of its campaign would fail, too. */
  | { readonly kind: 'stop_campaign' }
  /** The recipient wants no marketing from this number. */
  | { readonly kind: 'opt_out' }
  /** The recipient's last message is older than we think. */
  | { readonly kind: 'close_window' }
  /** The platform has lost our upload: the file must be uploaded again. */
  | { readonly kind: 'forget_upload' };
