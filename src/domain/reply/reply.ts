import type { AccountId, LinkId, MessageId, ReplyId } from '../ids.ts';

/** `binary`: an unknown alphabet; kept as bytes. Small integers in the store. */
export const REPLY_ALPHABETS = { gsm7: 1, ucs2: 2, latin1: 3, binary: 4 } as const;
export type ReplyAlphabet = keyof typeof REPLY_ALPHABETS;

const alphabetNames = Object.keys(REPLY_ALPHABETS) as ReplyAlphabet[];

/** The alphabet that a stored number stands for; throws on an unknown number. */
export function replyAlphabetOf(stored: number): ReplyAlphabet {
  const name = alphabetNames.find((it) => REPLY_ALPHABETS[it] === stored);
  if (name === undefined) throw new Error(`no alphabet of replies has the number ${stored}`);
  return name;
}

/** Which part of a longer reply this is; `reference` is the same for all its parts. */
export type Segment = {
  readonly reference: number;
  /** 2 … 255 */
  readonly count: number;
  /** 1 … count */
  readonly number: number;
};

/** The content of one inbound PDU of a reply. */
export type ReplyPart = {
  /** As the operator wrote it. */
  readonly from: string;
  /** One of our senders, as the operator wrote it. */
  readonly to: string;
  readonly alphabet: ReplyAlphabet;
  /** Without its header; one septet per byte for gsm7. */
  readonly octets: Uint8Array;
  /** undefined: the whole reply. */
  readonly segment: Segment | undefined;
};

/** What a person's opt-out word asks for: no advertising, nothing at all, or everything again. */
export type OptoutRequest = 'stop' | 'stop_all' | 'start';

/** A whole reply, or what arrived of it in time. */
export type ReadReply = {
  readonly id: ReplyId;
  readonly linkId: LinkId;
  readonly from: string;
  readonly to: string;
  readonly alphabet: ReplyAlphabet;
  readonly octets: Uint8Array;
  /** undefined when the bytes cannot be read. */
  readonly text: string | undefined;
  /** Parts that arrived, and parts expected. */
  readonly parts: number;
  readonly partsExpected: number;
  readonly receivedAtMs: number;
  readonly wish: OptoutRequest | undefined;
};

export type KeptReply = ReadReply & {
  /** undefined: it belongs to no account. */
  readonly accountId: AccountId | undefined;
  /** The account's last message to this phone from this sender. */
  readonly messageId: MessageId | undefined;
};

/**
 * The names that the sender addressed as `to` may have: operators write numbers with or without
 * country code and plus sign.
 */
export function senderNamesOf(to: string): readonly string[] {
  const digits = to.trim().replace(/^(\+|00)(?=\d)/, '');
  const [, national] = /^92(\d{10})$/.exec(digits) ?? [];
  const [, local] = /^0(3\d{9})$/.exec(digits) ?? [];
  const other = national === undefined ? local && `92${local}` : `0${national}`;
  return [...new Set([digits, to.trim(), ...(other === undefined ? [] : [other])])];
}
