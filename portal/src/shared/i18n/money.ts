/** Amounts are decimal text, of any size: they are not rounded through a number. */
export function showMoney(amount: string): string {
  const [, sign = '', whole = '0', rest = ''] = /^(-?)(\d+)(\.\d+)?$/.exec(amount) ?? [];
  return `${sign && '\u2212'}Rs ${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}${rest}`;
}

/**
 * A sentence of the service, with amounts as people write them: `9.60 PKR`, or `9.60 rupees`, is
 * `Rs 9.60`.
 */
export const withRupees = (sentence: string): string =>
  sentence.replaceAll(/(-?\d+(?:\.\d+)?) (?:PKR|rupees)/g, (_, amount: string) =>
    showMoney(amount),
  );
