/** The settings of the checkout at which customers pay for credit; see config-schema.ts. */
import { Type } from 'typebox';

export const paymentSettings = {
  paymentGateway: Type.Enum(['none', 'simulated', 'stripe'] as const, {
    default: 'none',
    description:
      'The payment gateway at whose checkout customers pay for credit by themselves. none: they ' +
      'see PAYMENT_NOTE alone. simulated: for trials; a demo starts one.',
  }),
  paymentAddress: Type.String({
    default: '',
    maxLength: 255,
    description: 'The address of the gateway. Default for stripe: https://api.stripe.com.',
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
