/**
 * The types of @paigham/client are those of the service (vitest --project interface
 * test/interface/client-types.test.ts --update writes them).
 */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeClientTypes } from '../support/client-types.ts';
import { sharedPaigham } from '../support/shared.ts';

const FILE = join(import.meta.dirname, '../../packages/client/src/generated/api.ts');

it('the types of the client are what /openapi.json and the failure catalogue say', async () => {
  const paigham = await sharedPaigham();
  const document: unknown = await (await fetch(`${paigham.baseUrl}/openapi.json`)).json();
  await expect(writeClientTypes(document)).toMatchFileSnapshot(FILE);
});
