/**
 * What we ask of the chat platform besides carrying messages: the contract that operations know it
 * by. Whoever calls brings the credential of the business account; nothing here is kept.
 */

/** What came of a call. */
export type PlatformOutcome<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'refused'; readonly refusal: PlatformRefusal }
  /** Certainly not written: the platform could not be reached. */
  | { readonly kind: 'unsent'; readonly why: string }
  /** Written, and no answer that says what became of it. */
  | { readonly kind: 'lost'; readonly why: string };

/** The platform's own words for a refusal. `code` decides; the rest is for people. */
export type PlatformRefusal = {
  readonly httpStatus: number;
  readonly code: number;
  readonly subcode: number | undefined;
  /** In the platform's words, which change without notice. */
  readonly message: string;
  readonly details: string | undefined;
  /** What its support asks for. */
  readonly trace: string | undefined;
  /** Words that it means for the person who made a template. */
  readonly userTitle: string | undefined;
  readonly userMessage: string | undefined;
  /** It says that the same may go well a little later. */
  readonly isTransient: boolean;
  /** When it wants to hear from us again, where it says so. */
  readonly retryAfterMs: number | undefined;
};

/** A business account on the platform, with what opens it. Never logged. */
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
  /** In lower case, as it came otherwise. */
  readonly category: string;
  readonly state: string;
  readonly reason: string | undefined;
  readonly quality: string | undefined;
  readonly source: string | undefined;
  readonly components: readonly unknown[];
};

export type PlatformTemplatePage = {
  readonly templates: readonly PlatformTemplate[];
  /** Where the next page begins; undefined: this was the last one. */
  readonly next: string | undefined;
  /** How many templates the business account may have, where the platform says so. */
  readonly most: number | undefined;
};

export type NewPlatformTemplate = {
  readonly name: string;
  readonly language: string;
  readonly category: string;
  readonly components: readonly unknown[];
};

export type PlatformTemplateChange = {
  readonly category?: string;
  readonly components?: readonly unknown[];
};

/** A sending number as the platform knows it. */
export type PlatformNumber = {
  /** The platform's id of the number: digits. */
  readonly id: string;
  /** With country code, digits alone. */
  readonly digits: string;
  readonly verifiedName: string | undefined;
  readonly quality: string | undefined;
  /** `CONNECTED` and others, in lower case. */
  readonly status: string | undefined;
};

/** What a credential is good for. */
export type PlatformCredential = {
  readonly isValid: boolean;
  readonly appId: string | undefined;
  readonly scopes: readonly string[];
  /** Milliseconds since 1970; undefined: it does not expire. */
  readonly expiresAtMs: number | undefined;
};

/** A file as a template's example. */
export type PlatformSample = {
  readonly appId: string;
  readonly fileName: string;
  readonly mime: string;
  readonly bytes: number;
  /** Its content, from the beginning at each call. */
  readonly read: () => AsyncIterable<Uint8Array>;
};

/** Where webhooks of one business account go, and the word by which they are verified. */
export type PlatformWebhook = { readonly address: string; readonly verifyToken: string };

export type ChatPlatform = {
  /** A page of the business account's templates; `after`: where the one before ended. */
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
  /** One language where `id` is given, else all of the name. */
  deleteTemplate(
    access: PlatformAccess,
    template: { readonly name: string; readonly id?: string },
  ): Promise<PlatformOutcome<undefined>>;
  listNumbers(access: PlatformAccess): Promise<PlatformOutcome<readonly PlatformNumber[]>>;
  readNumber(
    access: PlatformAccess,
    phoneNumberId: string,
  ): Promise<PlatformOutcome<PlatformNumber>>;
  /** Has the account's events told to us, at an address of its own where one is given. */
  subscribe(
    access: PlatformAccess,
    webhook: PlatformWebhook | undefined,
  ): Promise<PlatformOutcome<undefined>>;
  readCredential(access: PlatformAccess): Promise<PlatformOutcome<PlatformCredential>>;
  /** Hands over the file of a media header; gives the handle that a new template names. */
  uploadSample(access: PlatformAccess, sample: PlatformSample): Promise<PlatformOutcome<string>>;
  /** Content of a medium that a user sent, by the platform's id: bounded by `mostBytes`. */
  readMedia(
    access: PlatformAccess,
    media: { readonly id: string; readonly mostBytes: number },
  ): Promise<PlatformOutcome<PlatformMedia>>;
};

export type PlatformMedia = { readonly mime: string; readonly content: Uint8Array };
