/** Octets of requests that may be in memory at a time: of all callers together, and of each. */
export type Purse = {
  /** Takes octets for `whose`; false, and nothing is taken, when there is no room for them. */
  take(whose: string, octets: number): boolean;
  giveBack(whose: string, octets: number): void;
  /** What is taken now. */
  held(): number;
};

export type PurseSettings = { readonly most: number; readonly mostOfOne: number };

export function createPurse({ most, mostOfOne }: PurseSettings): Purse {
  const ofEach = new Map<string, number>();
  let held = 0;
  return {
    take(whose, octets) {
      const own = (ofEach.get(whose) ?? 0) + octets;
      if (held + octets > most || own > mostOfOne) return false;
      held += octets;
      ofEach.set(whose, own);
      return true;
    },
    giveBack(whose, octets) {
      held -= octets;
      const left = (ofEach.get(whose) ?? 0) - octets;
      if (left > 0) ofEach.set(whose, left);
      else ofEach.delete(whose);
    },
    held: () => held,
  };
}
