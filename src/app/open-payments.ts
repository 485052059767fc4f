/** Where accounts pay by themselves: the gateway that the settings name. */
import { createSimulated } from '../features/payments/simulated.ts';
import { createEasypaisa } from '../features/payments/easypaisa.ts';
import { createJazzcash } from '../features/payments/jazzcash.ts';
import { createStripe } from '../features/payments/stripe.ts';
import { NOTIFICATIONS } from '../features/payments/notifications.http.ts';
import type { Gateway, PaymentRoom } from '../features/payments/gateway.ts';
import { portalOf } from '../features/sign-in/password-reset.ts';
import type { Verdict } from '../domain/payment/payment.ts';
import { micros, MICROS_PER_RUPEE } from '../domain/pricing/money.ts';
import type { Clock } from '@paigham/base/clock.ts';
import type { Config, Secrets } from '../kit/config.ts';
import type { Log } from '../kit/log.ts';
import type { Metrics } from '../kit/metrics.ts';

const STRIPE = 'https://api.stripe.com';
const JAZZCASH = 'https://payments.jazzcash.com.pk';
const EASYPAISA = 'https://easypay.easypaisa.com.pk';

/** undefined: accounts cannot pay by themselves here. */
export function openPayments(
  config: Config,
  secrets: Secrets,
  { clock, log, metrics }: { readonly clock: Clock; readonly log: Log; readonly metrics: Metrics },
): PaymentRoom | undefined {
  const reports = metrics.counter({
    name: 'paigham_payment_reports_total',
    help: 'What was heard of payments, by the way it came and what was made of it',
    labels: ['way', 'verdict'],
  });
  const failures = metrics.counter({
    name: 'paigham_payment_gateway_failures_total',
    help: 'Calls of the payment gateway that failed',
  });
  const gateway = openGatewayOf(config, secrets, clock);
  if (gateway === undefined) return undefined;
  const { paymentLeastRupees: least, paymentMostRupees: most } = config;
  const [leastMicros, mostMicros] = [least, most].map((it) => BigInt(it) * MICROS_PER_RUPEE);
  const publicAddress = addressOf(config);
  return {
    gateway,
    leastMicros: micros(leastMicros ?? 0n),
    mostMicros: micros(mostMicros ?? 0n),
    returnAddress: `${portalOf({ publicAddress })}/credit/payments`,
    notifyAddress: `${publicAddress}${NOTIFICATIONS}${gateway.name}`,
    heard(way, verdict, payment) {
      reports([way, verdict]);
      const detail = { gateway: gateway.name, way, verdict, payment };
      if (ALARMING.has(verdict)) log.warn(detail, 'a payment was reported on that needs a look');
    },
    failed(why) {
      failures();
      log.warn({ gateway: gateway.name, why }, 'the payment gateway could not be asked');
    },
  };
}

const ALARMING: ReadonlySet<Verdict> = new Set([
  ...(['differs', 'contradicts', 'unknown', 'forged', 'disputed'] as const),
]);

function openGatewayOf(config: Config, secrets: Secrets, clock: Clock): Gateway | undefined {
  const { paymentGateway, paymentAddress } = config;
  const { paymentKey: key = '', paymentSecret: secret = '' } = secrets;
  switch (paymentGateway) {
    case 'none':
      return undefined;
    case 'simulated':
      return createSimulated({ address: paymentAddress, key, secret, clock });
    case 'stripe':
      return createStripe({ address: paymentAddress || STRIPE, key, secret, clock });
    case 'jazzcash':
      return createJazzcash({ address: paymentAddress || JAZZCASH, key, secret, clock });
    case 'easypaisa':
      return createEasypaisa({ address: paymentAddress || EASYPAISA, key, secret, clock });
  }
}

/** Without a public one, that of this machine: a demo is seen from here alone. */
function addressOf({ publicAddress, host, port }: Config): string {
  return publicAddress.replace(/\/$/, '') || `http://${host}:${port}`;
}

/**
 * What the doctor is to know of money. That of the demo is only played, its bank account as well,
 * which the command line does not have.
 */
export function checkedMoney({
  bankAccount,
  paymentGateway,
  statementFrom,
}: Pick<Config, 'bankAccount' | 'paymentGateway' | 'statementFrom'>) {
  const isPaid = bankAccount !== '' || paymentGateway !== 'none';
  return {
    statementFrom: statementFrom || undefined,
    takesMoney: isPaid && paymentGateway !== 'simulated',
  };
}
