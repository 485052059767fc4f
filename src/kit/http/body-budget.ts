/**
 * How many octets of request bodies may be in memory at a time: of all callers together, and of
 * each.
 */
export type BodyBudget = {
  /** Begins the share of one request. `callerOf` is asked once, for the first octets. */
  open(callerOf: () => string): BodyShare;
};

export type BodyShare = {
  /** Takes octets; false, and nothing is taken, when there is no room for them. */
  take(octets: number): boolean;
  /** Gives back all that was taken. */
  close(): void;
};

export function createBodyBudget(settings: {
  readonly most: number;
  readonly mostOfOne: number;
}): BodyBudget {
  const { most, mostOfOne } = settings;
  const ofEach = new Map<string, number>();
  let held = 0;
  const add = (caller: string, octets: number): void => {
    held += octets;
    const own = (ofEach.get(caller) ?? 0) + octets;
    if (own > 0) ofEach.set(caller, own);
    else ofEach.delete(caller);
  };
  return {
    open(callerOf) {
      let caller: string | undefined;
      let taken = 0;
      return {
        take(octets) {
          caller ??= callerOf();
          const own = ofEach.get(caller) ?? 0;
          if (held + octets > most || own + octets > mostOfOne) return false;
          add(caller, octets);
          taken += octets;
          return true;
        },
        close() {
          if (caller !== undefined) add(caller, -taken);
        },
      };
    },
  };
}
