/**
 * Money in millionths of a rupee: exact, never a float. The total of a request with 100,000
 * recipients stays far below what a bigint column holds.
 */
declare const brand: unique symbol;

/** Millionths of a rupee. */
export type Micros = bigint & { readonly [brand]: 'Micros' };

export const MICROS_PER_RUPEE = 1_000_000n;
export const MICROS_PER_PAISA = 10_000n;

/** Brands an amount in millionths. */
export function micros(amount: bigint): Micros {
  return amount as Micros;
}

export const ZERO: Micros = micros(0n);

/**
 * Rupees with two decimals, a dot, no separators (contract section 6): `31.20`. Rounds down to the
 * paisa, so that a caller is never shown credit that is not there.
 */
export function formatRupees(amount: Micros): string {
  const paisas = floorDivide(amount, MICROS_PER_PAISA);
  const sign = paisas < 0n ? '-' : '';
  const magnitude = paisas < 0n ? -paisas : paisas;
  return `${sign}${magnitude / 100n}.${(magnitude % 100n).toString().padStart(2, '0')}`;
}

/**
 * An amount exactly, as what was charged or is needed is shown: with two decimals, or with as many
 * as it has. What is left is rounded down instead.
 */
export function showRupees(amount: Micros): string {
  if (amount % MICROS_PER_PAISA === 0n) return formatRupees(amount);
  const digits = (amount < 0n ? -BigInt(amount) : amount).toString().padStart(7, '0');
  const decimals = digits.slice(-6).replace(/0+$/, '');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -6)}.${decimals}`;
}

/** The same for people: `1,000.00`, as the portal writes it. */
export const writeRupees = (amount: Micros): string => groupThousands(showRupees(amount));

/** An amount that was written without separators, with them. */
export function groupThousands(rupees: string): string {
  return rupees.replaceAll(/\B(?=(\d{3})+\.)/g, ',');
}

/** Reads a decimal number of rupees with at most six decimals; undefined for anything else. */
export function parseRupees(text: string): Micros | undefined {
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,6}))?$/.exec(text.trim());
  if (match === null) return undefined;
  const [, sign, whole = '0', fraction = ''] = match;
  const magnitude = BigInt(whole) * MICROS_PER_RUPEE + BigInt(fraction.padEnd(6, '0'));
  return micros(sign === '-' ? -magnitude : magnitude);
}

function floorDivide(amount: bigint, divisor: bigint): bigint {
  const quotient = amount / divisor;
  return amount < 0n && amount % divisor !== 0n ? quotient - 1n : quotient;
}
