import { expect, it } from 'vitest';
import { readOpaqueId, writeOpaqueId } from './opaque-id.ts';

const uuid = '01f0a5b2-94e8-7abc-8def-0123456789ab';

it('an attempt’s name on the platform is read as it was written', () => {
  for (const attempt of [3, 9_999]) {
    expect(readOpaqueId(writeOpaqueId(uuid, attempt))).toEqual({ uuid, attempt });
  }
});

it.each(['', uuid, `${uuid}.0`, `${uuid}.x`, `${uuid}.1.2`, ` ${uuid}.1`, `${uuid}.32768`])(
  '%j is no name of ours',
  (text) => {
    expect(readOpaqueId(text)).toBeUndefined();
  },
);
