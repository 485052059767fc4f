import { expect, it } from 'vitest';
import {
  makeAccount,
  makeFileRequest,
  NOON_MS,
  NUMBERS,
  POLICY,
  ROUTING,
  TEMPLATES,
} from '../../test/support/fixtures.ts';
import { refuse } from '../domain/failure/failure.ts';
import { Velocity } from '../domain/policy/velocity.ts';
import { acceptFile } from './accept-file.ts';
import { addressRows } from './address-rows.ts';

const context = {
  ...{ routing: ROUTING, policy: POLICY, demoText: '' },
  forbidden: () => Promise.resolve(new Map()),
  velocity: new Velocity({ keys: 100, alarms: 10 }),
  now: { wallMs: NOON_MS, monotonicMs: 0 },
  lookUp: () => Promise.resolve(refuse('portability_directory')),
};

it('rows of others are left out by a template for the account’s own people', async () => {
  const code = { ...TEMPLATES.code, onlyTo: [NUMBERS.zong] };
  const account = makeAccount({ templates: new Map([[code.id, code]]) });
  const { request, link } = makeFileRequest({ message: '{"code":"#B#"}', account });
  const order = acceptFile(request, { kind: 'link', link }, context);
  if ('reason' in order) throw new Error(order.reason);
  const text = { text: 'Your code is 1.', alphabet: 'gsm7', parts: 1 } as const;
  const rows = [NUMBERS.jazz, NUMBERS.zong].map((recipient, at) => {
    return { row: at + 1, recipient, ...text };
  });
  const found = await addressRows(order, rows, context, undefined);
  expect(found).toMatchObject({
    addressed: [{ row: 2 }],
    leftOut: [{ row: 1, column: 'A', code: 9, reason: 'not_own_number' }],
  });
});
