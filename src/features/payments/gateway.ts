/**
 * A payment gateway with a checkout of its own: people are sent to its address, pay there, and come
 * back. What it says of a payment moves money only as a signed notification, or as its answer to
 * us; a browser that comes back proves nothing. Adapters: simulated.ts, stripe.ts,
 * jazzcash.ts, easypaisa.ts (these two opened by forms that browsers post).
 */
import type { PaymentId } from '../../domain/ids.ts';
import type { Fate, Verdict, Way } from '../../domain/payment/payment.ts';
import type { RefundFate } from '../../domain/payment/refund.ts';
import type { Micros } from '../../domain/pricing/money.ts';

export type Order = {
  readonly paymentId: PaymentId;
  /** Ours there, unique for ever: asked for twice, it is one checkout. */
  readonly reference: string;
  /** Whole paisas. */
  readonly amountMicros: Micros;
  readonly createdAtMs: number;
  /** What is paid for, in words. */
  readonly about: string;
  /** Where people come back to, having paid or not. */
  readonly returnAddress: string;
  /** Where the gateway posts what has become of it. */
  readonly notifyAddress: string;
  /** Whether the gateway is to keep the card, to be charged without its owner. */
  readonly keeps: boolean;
};

/** `why` may be logged: it has no address, key or answer in it. */
export type GatewayFailed = {
  readonly kind: 'failed';
  readonly why: string;
  /** Of its answer, if it gave one. */
  readonly status?: number;
  /** What it says is wrong with what was asked; not for the log. */
  readonly said?: string;
};

type Opened =
  | { readonly kind: 'opened'; readonly theirId: string; readonly checkoutAddress: string }
  | GatewayFailed;

/** What a gateway says of a payment, known by its own id, or by our reference. */
export type Told = {
  readonly theirId: string;
  readonly reference: string | undefined;
  readonly fate: Fate;
  /** Of a kept card that was declined: why, and whether the payer has to be there. */
  readonly why?: string | undefined;
  readonly needsPerson?: boolean;
};

/** A payment that the gateway may know. */
export type Placed = { readonly theirId: string; readonly amountMicros: Micros };

/** What a browser posts to open a checkout. */
export type CheckoutForm = {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
};

export type Asked = { readonly kind: 'told'; readonly told: Told } | GatewayFailed;

/**
 * `named`: signed, and without all that moves money: the gateway is asked. `forged`: the signature
 * is wrong, missing or too old. `other`: signed, and about no payment. `refunded`: something has
 * become of a refund of a charge, whoever asked for it: the gateway is asked. `disputed`: the payer
 * wants the money back through the bank, as the gateway puts it.
 */
type Notification =
  | { readonly kind: 'refunded' | 'disputed'; readonly charge: string; readonly said: string }
  | { readonly kind: 'told'; readonly told: Told }
  | { readonly kind: 'named'; readonly theirId: string }
  | { readonly kind: 'forged' | 'other' };

/** A post as it came: the signature covers its octets, never JSON that was written again. */
type Post = {
  header(name: string): string;
  /** Of its address, without the question mark. */
  readonly query: string;
  readonly body: Uint8Array;
  readonly atMs: number;
};

const GATEWAYS = ['simulated', 'stripe', 'jazzcash', 'easypaisa'] as const;
type GatewayName = (typeof GATEWAYS)[number];

/** What a gateway says of a refund. */
export type RefundTold = RefundFate & {
  readonly theirId: string;
  /** Ours, if we have asked for it. */
  readonly reference: string | undefined;
  /** Why it was refused. */
  readonly words?: string | undefined;
};

/** A payment by our id for it, or as notifications of refunds name it. */
export type Charged = { readonly theirId: string } | { readonly charge: string };

type Refunds = {
  /** Gives back a payment or a part, once for a reference. Never rejects. */
  give(order: {
    readonly theirId: string;
    readonly reference: string;
    readonly amountMicros: Micros;
  }): Promise<{ readonly kind: 'told'; readonly refund: RefundTold } | GatewayFailed>;
  /** All refunds of a payment, and our id for it. Never rejects. */
  list(of: Charged): Promise<
    | {
        readonly kind: 'listed';
        readonly theirId: string;
        readonly refunds: readonly RefundTold[];
      }
    | GatewayFailed
  >;
};

/** A card at the gateway: `ref` is all that charges it. */
type KeptCard = { readonly ref: string; readonly last4: string; readonly expires: string };

type Cards = {
  /** The card by which a payment was paid, if it was kept. Never rejects. */
  kept(of: {
    readonly theirId: string;
  }): Promise<
    { readonly kind: 'kept'; readonly card: KeptCard } | { readonly kind: 'none' } | GatewayFailed
  >;
  /** What has become of a charge of a card, by our reference. Never rejects. */
  find(charge: {
    readonly card: string;
    readonly reference: string;
  }): Promise<Asked | { readonly kind: 'none' }>;
  /** Charges a card, once for a reference. Never rejects. */
  charge(
    order: Pick<Order, 'reference' | 'amountMicros' | 'about' | 'notifyAddress'> & {
      readonly card: string;
    },
  ): Promise<Asked>;
};

export type Gateway = {
  readonly name: GatewayName;
  /** Opens a checkout, or gives the one that it has for the reference. Never rejects. */
  open(order: Order): Promise<Opened>;
  /** Asks what has become of a payment. Never rejects. */
  ask(placed: Placed): Promise<Asked>;
  /**
   * Of a checkout that is opened by a post of the browser; absent: its address is enough.
   * @param query with which the browser comes; undefined is given for one that is back
   */
  formOf?(order: Order, query: string): CheckoutForm | undefined;
  /** Whether it also tells by a GET. */
  readonly notifiesByGet?: true;
  /** Absent: it keeps no cards. */
  readonly cards?: Cards;
  /** Absent: it cannot be asked to give money back, and staff do it there by hand. */
  readonly refunds?: Refunds;
  readNotification(post: Post): Notification;
  /** How it wants its notifications to be answered; absent: success is enough. */
  readonly taken?: { readonly contentType: string; readonly body: string };
  /** Whether the query of a return is signed as it should be; absent: it signs none. */
  isSignedReturn?(query: string): boolean;
  close(): Promise<void>;
};

/** Where accounts pay: the gateway of this installation, and its bounds. */
export type PaymentRoom = {
  readonly gateway: Gateway;
  readonly leastMicros: Micros;
  readonly mostMicros: Micros;
  /** Of the portal's page of a payment: its id follows. */
  readonly returnAddress: string;
  readonly notifyAddress: string;
  /** Counts and logs it. */
  heard(way: Way, verdict: Verdict, payment: PaymentId | undefined): void;
  /** Logs what kept the gateway from answering. */
  failed(why: string): void;
};
