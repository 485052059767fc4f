import { expect, it } from 'vitest';
import { byPreference, findBinaries, type Binaries } from '../src/binaries.ts';

const of = (version: number, isOfMachine: boolean): Binaries => ({
  ...{ version, isOfMachine, release: `${version}.1`, initdb: 'initdb', postgres: 'postgres' },
});

it.each([
  ['the packaged one, before an older one of the machine', [of(18, false), of(15, true)], 0],
  ['a newer one of the machine', [of(18, false), of(15, true), of(19, true)], 2],
  ['the machine’s own, of the same version', [of(18, false), of(18, true)], 1],
  ['the newest of the machine, where none is packaged', [of(15, true), of(17, true)], 1],
])('uses %s', (_, found, first) => {
  expect(byPreference(found)[0]).toBe(found[first]);
});

it('says of a folder whose version is not here what to install', async () => {
  const place = { owner: undefined, reachable: '/nowhere' };
  await expect(findBinaries(place, { name: 'it', otherwise: 'do that' }, 3)).rejects.toThrow(
    /by PostgreSQL 3, but here is only \d+.*: install version 3 .*\/3, or do that\.$/,
  );
});
