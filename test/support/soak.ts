/** How often something is repeated: a few times for each change, many in a soak. */

/** `soak` under `bin/test --soak`, `gate` otherwise. */
export function times(gate: number, soak: number): number {
  return process.env['SOAK'] === '1' ? soak : gate;
}
