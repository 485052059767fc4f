/** A simulated payment gateway: checkouts that people pay, decline or leave, and what it tells. */
import { createHmac, randomBytes } from 'node:crypto';
import { notificationOf as easypaisaCall } from './easypaisa.ts';
import { notificationOf } from './jazzcash.ts';
import { plainBehaviour, type Behaviour } from './knobs.ts';
import type { Refund } from './refunds.ts';

export type Checkout = {
  readonly id: string;
  readonly reference: string;
  readonly amount: string;
  readonly currency: string;
  readonly about: string;
  readonly returnAddress: string;
  readonly notifyAddress: string;
  readonly createdAtMs: number;
  /** The payer lets the card be kept. */
  readonly keep?: boolean;
  /** Of a charge that was declined. */
  why?: string;
  state: 'open' | 'paid' | 'declined';
  /** What was taken, as it is told. */
  taken: { readonly amount: string; readonly currency: string } | undefined;
};

export type Wished = Pick<
  Checkout,
  'reference' | 'amount' | 'currency' | 'about' | 'returnAddress' | 'notifyAddress' | 'keep'
>;

/** What the shop was told, and how it answered; 0: it did not. */
export type Told = {
  readonly checkout: string;
  readonly state: string;
  readonly status: number;
};

const MINUTE_MS = 60_000;
const AGAIN_MS = 500;
const KEPT = 1_000;
const PAISAS = 100;

export class Gateway {
  readonly behaviour: Behaviour = plainBehaviour();
  readonly checkouts = new Map<string, Checkout>();
  readonly key: string;
  /** By which it signs; JazzCash's calls it the integrity salt. */
  readonly salt: string;
  readonly refunds: Refund[] = [];
  told: Told[] = [];
  private readonly timers = new Set<NodeJS.Timeout>();

  constructor({ key, secret }: { readonly key: string; readonly secret: string }) {
    this.key = key;
    this.salt = secret;
  }

  /** Opens a checkout; the same one for the same reference. @param id an own one when left out */
  open(wished: Wished, id = `chk_${randomBytes(12).toString('hex')}`): Checkout {
    const known = [...this.checkouts.values()].find((it) => it.reference === wished.reference);
    if (known !== undefined) return known;
    const opened: Checkout = {
      ...wished,
      id,
      createdAtMs: Date.now(),
      state: 'open',
      taken: undefined,
    };
    this.checkouts.set(id, opened);
    const [oldest] = this.checkouts.keys();
    if (this.checkouts.size > KEPT && oldest !== undefined) this.checkouts.delete(oldest);
    return opened;
  }

  stateOf(checkout: Checkout): string {
    const untilMs = checkout.createdAtMs + this.behaviour.expireMinutes * MINUTE_MS;
    return checkout.state === 'open' && Date.now() >= untilMs ? 'expired' : checkout.state;
  }

  /** As the shop is told, and as it is answered when it asks. */
  show(checkout: Checkout): Readonly<Record<string, string>> {
    const { id, reference, taken = checkout } = checkout;
    const { amount, currency } = taken;
    const { why = '' } = checkout;
    return { id, reference, state: this.stateOf(checkout), amount, currency, why };
  }

  /** The person pays, or the bank declines: the shop is told. */
  end(checkout: Checkout, state: 'paid' | 'declined'): void {
    if (this.stateOf(checkout) !== 'open') return;
    checkout.state = state;
    const { paisasOff, currency, notify, notifyTwice } = this.behaviour;
    if (state === 'paid') {
      const amount = (Math.round(Number(checkout.amount) * PAISAS) - paisasOff) / PAISAS;
      checkout.taken = { amount: amount.toFixed(2), currency: currency || checkout.currency };
    }
    const tells = notify && checkout.notifyAddress !== '';
    if (tells) this.tellLater(checkout, () => this.tell(checkout));
    if (tells && notifyTwice) this.tellLater(checkout, () => this.tell(checkout));
  }

  /** Tells the shop of a checkout now. */
  async tell(checkout: Checkout): Promise<number> {
    if (checkout.id.startsWith('E')) return this.deliver(checkout, { method: 'GET' });
    const isJazzcash = !checkout.id.startsWith('chk_');
    const body = isJazzcash
      ? notificationOf(this, checkout, this.signingSecret())
      : JSON.stringify(this.show(checkout));
    return this.post(checkout, body);
  }

  /** That something has become of a refund of it, or that its payer's bank takes it back. */
  tellOf(checkout: Checkout, event: 'refunded' | 'disputed', said = ''): Promise<number> {
    return this.post(checkout, JSON.stringify({ event, checkout: checkout.id, said }));
  }

  /** The same by itself, as often and as late as it behaves. */
  announce(checkout: Checkout, event: 'refunded' | 'disputed'): void {
    const { notify, notifyTwice } = this.behaviour;
    const tell = () => this.tellOf(checkout, event);
    if (notify) this.tellLater(checkout, tell);
    if (notify && notifyTwice) this.tellLater(checkout, tell);
  }

  private post(checkout: Checkout, body: string): Promise<number> {
    const stamp = String(Math.floor(Date.now() / 1_000));
    const headers = {
      'content-type': 'application/json',
      'gateway-signature': `t=${stamp},v1=${this.sign(`${stamp}.${body}`)}`,
    };
    return this.deliver(checkout, { method: 'POST', headers, body });
  }

  private async deliver(checkout: Checkout, asked: RequestInit): Promise<number> {
    const { notifyAddress } = checkout;
    const to = asked.method === 'GET' ? easypaisaCall(this, checkout) : notifyAddress;
    const status = await fetch(to, { ...asked, redirect: 'manual' }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      },
      // Nobody is there, or it hung up.
      () => 0,
    );
    this.told.push({ checkout: checkout.id, state: this.stateOf(checkout), status });
    this.told = this.told.slice(-KEPT);
    return status;
  }

  /** Where the browser goes back to, with a signed word that proves no payment. */
  returnOf(checkout: Checkout): string {
    const state = this.stateOf(checkout);
    const to = new URL(checkout.returnAddress);
    to.searchParams.set('checkout', checkout.id);
    to.searchParams.set('state', state);
    to.searchParams.set('signature', this.sign(`${checkout.id}.${state}`));
    return to.href;
  }

  close(): void {
    for (const timer of this.timers) clearTimeout(timer);
  }

  private sign(text: string): string {
    return createHmac('sha256', this.signingSecret()).update(text).digest('hex');
  }

  private signingSecret(): string {
    return this.behaviour.forge ? `not ${this.salt}` : this.salt;
  }

  private tellLater(
    checkout: Checkout,
    tell: () => Promise<number>,
    tries = this.behaviour.notifyTries,
    ms = this.behaviour.notifyDelayMs,
  ): void {
    const again = async (): Promise<void> => {
      this.timers.delete(timer);
      const status = await tell();
      const isTaken = status >= 200 && status < 300;
      if (!isTaken && tries > 1) this.tellLater(checkout, tell, tries - 1, AGAIN_MS);
    };
    const timer = setTimeout(() => void again(), ms);
    this.timers.add(timer);
  }
}
