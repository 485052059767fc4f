import type { AccountId, LinkId, MessageId, ReplyId } from '../ids.ts';

/** `binary`: no alphabet that we know; kept as octets. Small integers in the store. */
export const REPLY_ALPHABETS = { gsm7: 1, ucs2: 2, latin1: 3, binary: 4 } as const;
export type ReplyAlphabet = keyof typeof REPLY_ALPHABETS;

const alphabetNames = Object.keys(REPLY_ALPHABETS) as ReplyAlphabet[];

/** The alphabet that a stored number stands for; throws on a number that none has. */
export function replyAlphabetOf(stored: number): ReplyAlphabet {
  const name = alphabetNames.find((it) => REPLY_ALPHABETS[it] === stored);
  if (name === undefined) throw new Error(`no alphabet of replies has the number ${stored}`);
  return name;
}

/** Which part of a longer reply it is; `reference` is the same for all of its parts. */
export type Segment = {
  readonly reference: number;
  /** 2 … 255 */
  readonly count: number;
  /** 1 … count */
  readonly number: number;
};

/** What one inbound PDU brought of a reply. */
export type ReplyPart = {
  /** As the operator wrote it. */
  readonly from: string;
  /** One of our senders, as the operator wrote it. */
  readonly to: string;
  readonly alphabet: ReplyAlphabet;
  /** Without its header; one septet in each octet for gsm7. */
  readonly octets: Uint8Array;
  /** undefined: all of the reply. */
  readonly segment: Segment | undefined;
};

/** What a person asks for with a word: no advertising, nothing at all, or all of it again. */
export type OptoutRequest = 'stop' | 'stop_all' | 'start';

/** A whole reply, or as much of it as came in time. */
export type ReadReply = {
  readonly id: ReplyId;
  readonly linkId: LinkId;
  readonly from: string;
  readonly to: string;
  readonly alphabet: ReplyAlphabet;
  readonly octets: Uint8Array;
  /** undefined when the octets cannot be read. */
  readonly text: string | undefined;
  /** Parts that came, and parts that there should be. */
  readonly parts: number;
  readonly partsExpected: number;
  readonly receivedAtMs: number;
  readonly wish: OptoutRequest | undefined;
};

/** A reply as it is kept. */
export type KeptReply = ReadReply & {
  /** undefined: nobody's. */
  readonly accountId: AccountId | undefined;
  /** The last message that the account had sent to this phone from this sender. */
  readonly messageId: MessageId | undefined;
};

/**
 * The names that a sender may have to whom `to` was written: operators write numbers with or
 * without country code and plus sign.
 */
export function senderNamesOf(to: string): readonly string[] {
  const digits = to.trim().replace(/^(\+|00)(?=\d)/, '');
  const [, national] = /^92(\d{10})$/.exec(digits) ?? [];
  const [, local] = /^0(3\d{9})$/.exec(digits) ?? [];
  const other = national === undefined ? local && `92${local}` : `0${national}`;
  return [...new Set([digits, to.trim(), ...(other === undefined ? [] : [other])])];
}
