/**
 * ENUM directories: a number is a name in the DNS (RFC 6116). Its NAPTR record of the service
 * `E2U+pstn:tel` is a tel address with the operator's routing number (RFC 4769): `rn=` gives it;
 * `npdi` alone means that the number was looked up and is not ported.
 */
import { FAILED, UNKNOWN, type AskDirectory } from '../domain/portability/directory.ts';
import type { DirectoryAnswer } from '../domain/portability/directory.ts';
import type { NaptrRecord, ResolveNaptr } from '../kit/dns.ts';

type EnumSettings = {
  readonly resolve: ResolveNaptr;
  /** The tree that holds the numbers: `e164.arpa`. */
  readonly suffix: string;
  /** Prefixes of routing numbers, in lower case, with the names of our operators. */
  readonly operators: ReadonlyMap<string, string>;
};

/** Queries by these settings. Rejects when the server gave no answer. */
export function createEnum({ resolve, suffix, operators }: EnumSettings): AskDirectory {
  return async (numbers) => {
    const answers = await Promise.all(
      numbers.map(async (number): Promise<readonly [string, DirectoryAnswer]> => {
        const records = await resolve(`${nameOf(number)}.${suffix}`);
        return [number, answerOf(records, operators)];
      }),
    );
    return new Map(answers);
  };
}

/** 923001234567 → 7.6.5.4.3.2.1.0.0.3.2.9 */
function nameOf(number: string): string {
  return [...number].toReversed().join('.');
}

const PSTN_TEL = /^E2U\+pstn:tel$/i;

/** The first terminal record of the service decides. Without any record the number is unknown. */
function answerOf(
  records: readonly NaptrRecord[],
  operators: ReadonlyMap<string, string>,
): DirectoryAnswer {
  if (records.length === 0) return UNKNOWN;
  const [first] = records
    .filter(({ service, flags }) => PSTN_TEL.test(service) && flags.toLowerCase() === 'u')
    .toSorted((a, b) => a.order - b.order || a.preference - b.preference);
  if (first === undefined) return UNKNOWN;
  const tel = telOf(first.regexp);
  if (tel === undefined) return FAILED;
  const routingNumber = /;rn=([^;]+)/i.exec(tel)?.[1];
  if (routingNumber !== undefined) return operatorOf(routingNumber, operators);
  return /;npdi(;|$)/i.test(tel) ? { kind: 'not_ported' } : UNKNOWN;
}

/**
 * The address in `!^.*$!tel:+923001234567;npdi;rn=+92201!`: the first character is the delimiter.
 */
function telOf(regexp: string): string | undefined {
  const [, , tel] = regexp.split(regexp.charAt(0));
  return tel?.toLowerCase().startsWith('tel:') === true ? tel : undefined;
}

/** The longest known prefix of the routing number, without its visual separators. */
function operatorOf(
  routingNumber: string,
  operators: ReadonlyMap<string, string>,
): DirectoryAnswer {
  const plain = plainRoutingNumber(routingNumber);
  for (let length = plain.length; length > 0; length -= 1) {
    const name = operators.get(plain.slice(0, length));
    if (name !== undefined) return { kind: 'operator', name };
  }
  return UNKNOWN;
}

/** Without `+`, dots, dashes and brackets, in lower case. */
export function plainRoutingNumber(text: string): string {
  return text.toLowerCase().replaceAll(/[^0-9a-z*#]/g, '');
}
