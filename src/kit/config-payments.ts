/** The settings of the checkout at which customers pay for credit; see config-schema.ts. */
import { Type } from 'typebox';

export const paymentSettings = {
  paymentGateway: Type.Enum(['none', 'simulated', 'stripe', 'jazzcash', 'easypaisa'] as const, {
    default: 'none',
    description:
      'The payment gateway at whose checkout customers pay for credit by themselves. none: they ' +
      'see PAYMENT_NOTE alone. simulated: for trials; a demo starts one.',
  }),
  bankAccount: Type.String({
    default: '',
    maxLength: 1_000,
    description:
      'The bank account to which customers transfer money, as it is shown to them beside the ' +
      'amount and the reference: bank, title, IBAN. `\\n` is a new line. Without it nobody pays ' +
      'by bank from the portal.',
  }),
  paymentAddress: Type.String({
    default: '',
    maxLength: 255,
    description:
      'The address of the gateway. Default for stripe: https://api.stripe.com, for jazzcash: ' +
      'https://payments.jazzcash.com.pk, for easypaisa: https://easypay.easypaisa.com.pk.',
  }),
  paymentLeastRupees: Type.Integer({
    default: 500,
    minimum: 1,
    maximum: 1_000_000,
    description: 'The least that a customer pays at once at the gateway, in rupees.',
  }),
  paymentMostRupees: Type.Integer({
    default: 200_000,
    minimum: 1,
    maximum: 10_000_000,
    description: 'The most that a customer pays at once at the gateway, in rupees.',
  }),
};
