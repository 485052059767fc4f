/** What chat operations also need: the platform, and samples of templates. */
import type { ChatMediaKind } from '../../domain/chat/media.ts';
import type {
  ChatPlatform,
  PlatformAccess,
  PlatformOutcome,
  PlatformRefusal,
  PlatformSample,
  SignupApp,
} from '../../domain/chat/platform.ts';
import type { Refusal } from '../../domain/failure/failure.ts';
import type { AccountId, ChatMediaId } from '../../domain/ids.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { SEAL_PURPOSES } from '../../kit/seal.ts';
import { raiseSettingsVersion } from '../../store/nodes/versions.ts';
import type { BusinessRecord } from '../../store/chat/businesses.ts';
import type { KeptMedia } from '../../store/chat/media.ts';
import {
  changeAccount,
  refuse,
  type Change,
  type AuditAction,
  type Admin,
  type Outcome,
  type Refused,
} from '../../operations/admin.ts';

export type ChatAdmin = Admin & {
  readonly platform: ChatPlatform;
  readonly samples: TemplateSamples;
  /** The service's own app; undefined: numbers are connected by ids and a token. */
  readonly signup?: SignupApp | undefined;
};

/** Files that accounts give: as the default of a media header, or for messages. */
export type TemplateSamples = {
  /** Fetches the file behind a stranger's link, inspects it and keeps it. */
  take(
    accountId: AccountId,
    link: { readonly url: string; readonly wanted: Exclude<ChatMediaKind, 'audio'> },
  ): Promise<TakenSample>;
  /** Inspects a file that came with a request, and keeps it for messages to come. */
  keep(
    accountId: AccountId,
    file: { readonly path: string; readonly bytes: number },
  ): Promise<FileKept>;
};

type FileKept =
  | { readonly ok: true; readonly file: KeptMedia & { readonly id: ChatMediaId } }
  | { readonly ok: false; readonly refusal: Refusal };

export type TakenSample =
  | { readonly ok: true; readonly id: ChatMediaId; readonly file: Omit<PlatformSample, 'appId'> }
  /** The reason, starting with a lower-case letter: `must be a picture`. */
  | { readonly ok: false; readonly rule: string };

/** Why a command failed for a reason other than its input or the state of things here. */
export type ChatRefused = Refused & {
  /** `refused`: by the platform. `lost`: it may have done it, and a sync will tell. */
  readonly platform?: 'refused' | 'unreachable' | 'lost';
};

export type ChatOutcome<Value> = { readonly ok: true; readonly value: Value } | ChatRefused;

/**
 * A business account's credentials for the platform; undefined if they were sealed with another
 * master key.
 */
export function accessOf(
  { seal }: Pick<Admin, 'seal'>,
  { platformId, tokenSealed }: Pick<BusinessRecord, 'platformId' | 'tokenSealed'>,
): PlatformAccess | undefined {
  const credential = seal.open(tokenSealed, SEAL_PURPOSES.chatToken(platformId));
  return credential === undefined ? undefined : { businessId: platformId, credential };
}

/** A change that is part of both an account's snapshot and the routing. */
export function changeChat<Value>(
  admin: Admin,
  auditAction: AuditAction & { readonly accountId: AccountId },
  work: Change<Value>,
): Promise<Outcome<Value>> {
  return changeAccount(admin, auditAction, async (transaction: Transaction) => {
    await raiseSettingsVersion(transaction);
    return work(transaction);
  });
}

export const NOT_A_TEMPLATE = refuse(
  'template',
  'is not a template of the account',
  'chat_template_unknown',
);

/** Said of a template whose creation has not been answered yet. */
export const UNKNOWN_THERE = 'is not known to the chat platform yet: sync first';

/** Turns a failed call of the platform into a refusal of what was asked here. */
export function refuseBy(
  outcome: Exclude<PlatformOutcome<unknown>, { readonly kind: 'done' }>,
  field: string,
): ChatRefused {
  switch (outcome.kind) {
    case 'refused':
      return {
        ...refuse(field, `was refused by the chat platform: ${wordsOf(outcome.refusal)}`),
        platform: 'refused',
      };
    case 'unsent':
      return {
        ...refuse(field, `could not be sent to the chat platform: ${outcome.why}`),
        platform: 'unreachable',
      };
    case 'lost':
      return {
        ...refuse(field, `was sent to the chat platform, but its answer was lost: ${outcome.why}`),
        platform: 'lost',
      };
  }
}

/** The platform's words; those for a template's author before those for programs. */
function wordsOf({ code, subcode, message, details, ...rest }: PlatformRefusal): string {
  const number = subcode === undefined ? String(code) : `${code}/${subcode}`;
  const words = rest.userMessage ?? details ?? message;
  const plain = words.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_WORDS);
  return `${number} ${plain.replace(/\.$/, '')}`;
}

const LONGEST_WORDS = 400;
