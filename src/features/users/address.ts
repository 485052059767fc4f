/** The address of an account, as it stands on statements. */
import { Type } from '../../kit/shape.ts';
import { text, type Kind } from '../../operations/fields.ts';

const ADDRESS_LINES = 6;
/** Up to six lines. */
export const address: Kind<string> = {
  ...text('ADDRESS'),
  schema: Type.String({
    maxLength: 300,
    description: 'As it stands on statements, up to six lines; empty: none.',
  }),
  rule(given) {
    if (given.length > 300) return 'must have 300 characters at most';
    if (given.split('\n').length > ADDRESS_LINES) return `must have ${ADDRESS_LINES} lines at most`;
    return /[^\P{Cc}\n]/u.test(given) ? 'must not have control characters' : undefined;
  },
};
