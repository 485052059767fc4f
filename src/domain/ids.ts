/**
 * Branded ids. All are below 2^53, so that plain numbers carry them unharmed through JavaScript,
 * JSON and callers.
 */
declare const brand: unique symbol;
type Branded<T, Name extends string> = T & { readonly [brand]: Name };

export type AccountId = Branded<number, 'AccountId'>;
/**
 * Of one text to one recipient. Carries its second (kit/ids). For a batch of one it is also the
 * batch's id.
 */
export type MessageId = Branded<number, 'MessageId'>;
/** Of one accepted request. */
export type BatchId = Branded<number, 'BatchId'>;
export type TransferId = Branded<number, 'TransferId'>;
export type TemplateId = Branded<number, 'TemplateId'>;
export type LookupTariffId = Branded<number, 'LookupTariffId'>;
export type SenderId = Branded<number, 'SenderId'>;
export type TariffId = Branded<number, 'TariffId'>;
export type OperatorId = Branded<number, 'OperatorId'>;
export type LinkId = Branded<number, 'LinkId'>;
/** Of one text that came in from a phone. */
export type ReplyId = Branded<number, 'ReplyId'>;
/** Ours, of a template of the chat platform. */
export type ChatTemplateId = Branded<number, 'ChatTemplateId'>;
/** Ours, of a business account on the chat platform. */
export type ChatBusinessId = Branded<number, 'ChatBusinessId'>;
/** Of a file that we keep for chat messages. */
export type ChatMediaId = Branded<number, 'ChatMediaId'>;
