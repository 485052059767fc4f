/** Who holds which number: what was set for it, else the first holder of its prefix. */

/** This directory's own words, which nobody's settings share. */
export type Operator = 'MOBILINK' | 'CMPAK' | 'PTML' | 'TP' | 'SCO';

/** The prefix of an operator's routing numbers, over DNS. */
export const ROUTING_NUMBERS: Readonly<Record<string, string>> = {
  MOBILINK: '9201',
  CMPAK: '9202',
  PTML: '9203',
  TP: '9204',
  SCO: '9205',
};

const HOLDERS: readonly (readonly [RegExp, Operator])[] = [
  [/^92(30|32)\d{8}$/, 'MOBILINK'],
  [/^92(31|37)\d{8}$/, 'CMPAK'],
  [/^9233\d{8}$/, 'PTML'],
  [/^9234\d{8}$/, 'TP'],
  [/^92355\d{7}$/, 'SCO'],
];

export class Table {
  private readonly ported = new Map<string, string>();

  /** The word for a number's holder; undefined: there is no such number. */
  holder(number: string): string | undefined {
    return this.ported.get(number) ?? HOLDERS.find(([shape]) => shape.test(number))?.[1];
  }

  isPorted(number: string): boolean {
    return this.ported.has(number);
  }

  /** Assigns the number to this operator; '' removes the assignment. */
  port(number: string, operator: string): void {
    if (operator === '') this.ported.delete(number);
    else this.ported.set(number, operator);
  }
}
