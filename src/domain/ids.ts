/**
 * Branded ids. All are below 2^53, so that plain numbers carry them safely through JavaScript, JSON
 * and callers.
 */
declare const brand: unique symbol;
type Branded<T, Name extends string> = T & { readonly [brand]: Name };

export type AccountId = Branded<number, 'AccountId'>;
/** No account has this id: only what is for every account applies to it. */
export const NOBODY = 0 as AccountId;
/**
 * One text to one recipient. Contains its second (kit/ids). In a batch of one it is also the
 * batch's id.
 */
export type MessageId = Branded<number, 'MessageId'>;
/** One accepted request. */
export type BatchId = Branded<number, 'BatchId'>;
/** An API key. */
export type KeyId = Branded<number, 'KeyId'>;
/** What is paid at a gateway's checkout. */
export type PaymentId = Branded<number, 'PaymentId'>;
/** What of a payment is given back. */
export type RefundId = Branded<number, 'RefundId'>;
export type BankTransferId = Branded<number, 'BankTransferId'>;
export type TransferId = Branded<number, 'TransferId'>;
export type InvoiceId = Branded<number, 'InvoiceId'>;
export type TemplateId = Branded<number, 'TemplateId'>;
export type LookupTariffId = Branded<number, 'LookupTariffId'>;
export type SenderId = Branded<number, 'SenderId'>;
export type TariffId = Branded<number, 'TariffId'>;
export type OperatorId = Branded<number, 'OperatorId'>;
export type LinkId = Branded<number, 'LinkId'>;
/** One text that came in from a phone. */
export type ReplyId = Branded<number, 'ReplyId'>;
/** A document that an account has given for its verification. */
export type DocumentId = Branded<number, 'DocumentId'>;
/** Our id for a template of the chat platform. */
export type ChatTemplateId = Branded<number, 'ChatTemplateId'>;
/** Our id for a business account on the chat platform. */
export type ChatBusinessId = Branded<number, 'ChatBusinessId'>;
/** A file that we keep for chat messages. */
export type ChatMediaId = Branded<number, 'ChatMediaId'>;
