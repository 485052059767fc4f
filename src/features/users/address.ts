/** An account as it stands on statements and invoices: its address, its province, its STRN. */
import { PROVINCES } from '../../domain/payment/invoice.ts';
import { Type } from '../../kit/shape.ts';
import { text, type Kind } from '../../operations/fields.ts';

const ADDRESS_LINES = 6;
/** Up to six lines. */
export const address: Kind<string> = {
  ...text('ADDRESS'),
  schema: Type.String({
    maxLength: 300,
    description: 'As it stands on statements and invoices, up to six lines; empty: none.',
  }),
  rule(given) {
    if (given.length > 300) return 'must have 300 characters at most';
    if (given.split('\n').length > ADDRESS_LINES) return `must have ${ADDRESS_LINES} lines at most`;
    return /[^\P{Cc}\n]/u.test(given) ? 'must not have control characters' : undefined;
  },
};

export const PROVINCE = Type.Enum([...PROVINCES], {
  description: 'Where it is: whose sales tax its invoices state.',
});

const STRN = 'must be the 13 digits of an STRN, or empty';

export const salesTaxNumber: Kind<string> = {
  ...text('STRN'),
  schema: Type.String({ maxLength: 30, description: 'Its STRN, as on invoices; empty: none.' }),
  must: STRN,
  read: (given) => given.replaceAll(/[\s-]/g, ''),
  rule: (value) => (/^(\d{13})?$/.test(value) ? undefined : STRN),
};
