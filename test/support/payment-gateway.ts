/** The simulated payment gateway in this process, and the settings with which a node uses it. */
import { plainBehaviour, type Behaviour } from '../../fakes/payment-gateway/knobs.ts';
import { startGateway, type RunningGateway } from '../../fakes/payment-gateway/start.ts';
import type { Config, Secrets } from '../../src/kit/config.ts';
import { freePort } from '@paigham/base/ports.ts';
import { afterFile } from './after-file.ts';

export type PaymentGateway = RunningGateway & {
  readonly secret: string;
  /** Of a node at an address that the gateway finds. */
  readonly settings: { readonly config: Partial<Config>; readonly secrets: Partial<Secrets> };
  /** Changes its behaviour from now on; whatever is not named goes back to its default. */
  behave(change?: Partial<Behaviour>): void;
  /** What a person does at the checkout; gives where the browser goes back to. */
  choose(checkout: unknown, choice: 'pay' | 'decline' | 'leave'): Promise<URL>;
};

const KEY = 'key-of-the-simulated-gateway';
const SECRET = 'secret-of-the-simulated-gateway';

/** Starts one on free ports. @param how whose interface the node speaks with it */
export async function startPaymentGateway({
  name = 'simulated',
  key = KEY,
  secret = SECRET,
}: {
  readonly name?: Config['paymentGateway'];
  readonly key?: string;
  readonly secret?: string;
} = {}): Promise<PaymentGateway> {
  const wishes = { port: 0, managementPort: 0, key, secret };
  const running = await startGateway(wishes);
  afterFile(async () => running.close());
  const port = await freePort();
  return {
    ...running,
    secret,
    settings: {
      config: {
        port,
        publicAddress: `http://127.0.0.1:${port}`,
        paymentGateway: name,
        paymentAddress: `http://127.0.0.1:${running.port}/`,
      },
      secrets: { paymentKey: key, paymentSecret: secret },
    },
    behave(change = {}) {
      Object.assign(running.gateway.behaviour, plainBehaviour(), change);
    },
    async choose(checkout, choice) {
      const body = new URLSearchParams({ choice });
      const answer = await fetch(String(checkout), { method: 'POST', body, redirect: 'manual' });
      return new URL(answer.headers.get('location') ?? '');
    },
  };
}
