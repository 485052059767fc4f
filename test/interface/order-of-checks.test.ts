/**
 * Code 12 for each of its reasons, and which fault wins when there are several: everything is wrong
 * at first, then fixed one by one (contract section 3).
 */
import { beforeAll, expect, it } from 'vitest';
import { addTemplate } from '../../src/features/templates/templates.operations.ts';
import { setAccount } from '../../src/features/accounts/accounts.operations.ts';
import { must } from '../../src/operations/admin.ts';
import { addSender } from '../../src/features/senders/senders.operations.ts';
import { ask, PATHS, shown, type Parameters } from '../support/ask.ts';
import type { Paigham } from '../support/paigham.ts';
import { sharedPaigham } from '../support/shared.ts';
import { openShop, type Shop } from '../support/shop.ts';

let paigham: Paigham;
let shop: Shop;
let stranger: Shop;
let waiting: number;

beforeAll(async () => {
  paigham = await sharedPaigham();
  const { admin } = paigham.world;
  shop = await openShop(paigham.world, { rupees: '4', settings: { ipList: ['192.0.2.1'] } });
  stranger = await openShop(paigham.world, { rupees: '4' });
  const { accountId } = shop;
  const wording = { name: 'Waiting', message: 'Dear #text#', category: 'transactional' } as const;
  waiting = must(await addTemplate(admin, { ...wording, accountId })).templateId;
  must(await addSender(admin, { accountId, name: 'NotYet', route: 'branded' }));
  must(await setAccount(admin, { accountId, fixedContent: false }));
});

type Step = {
  readonly answer: string;
  /** What fixes it. */
  readonly mend: Parameters | (() => Parameters | Promise<Parameters>);
};

const change = (settings: Readonly<Record<string, unknown>>) => async (): Promise<Parameters> => {
  must(await setAccount(paigham.world.admin, { accountId: shop.accountId, ...settings }));
  return {};
};

const STEPS: readonly Step[] = [
  { answer: '400 12 : Invalid format: use plain, json or xml', mend: { format: 'plain' } },
  { answer: '400 12 : Invalid dry_run: use 1 or 0', mend: { dry_run: '' } },
  {
    answer: '400 12 : Invalid idempotency key: 1 to 255 printable ASCII characters',
    mend: { idempotency_key: '' },
  },
  { answer: '401 2 : Error: api_key is empty', mend: { api_key: 'wrong' } },
  {
    answer: '401 1 : Invalid API key: unknown, expired, or account disabled',
    mend: () => ({ api_key: shop.apiKey }),
  },
  {
    answer: '403 1 : Access denied: this IP address is not on the list of the account',
    mend: change({ ipList: [] }),
  },
  { answer: '400 4 : Error: sender is empty', mend: { sender: 'NotYet' } },
  { answer: '400 5 : Error: mobile is empty', mend: { mobile: '12' } },
  { answer: '400 6 : Error: message is empty', mend: { message: 'free text' } },
  { answer: '400 12 : Error: template_id is missing', mend: { template_id: '999999' } },
  {
    answer: '404 12 : Invalid template_id: no such template in this account',
    mend: () => ({ template_id: stranger.transactional }),
  },
  {
    answer: '404 12 : Invalid template_id: no such template in this account',
    mend: () => ({ template_id: waiting }),
  },
  {
    answer: '403 12 : Invalid template_id: the template is waiting, not approved',
    mend: () => ({ template_id: shop.transactional }),
  },
  {
    answer:
      '403 12 : Access denied: fixed content is not enabled on this account, ask the site admin',
    mend: change({ fixedContent: true }),
  },
  { answer: '400 12 : Invalid message: it is not JSON', mend: { message: '["a"]' } },
  { answer: '400 12 : Invalid message: it must be a JSON object', mend: { message: '{"b":"1"}' } },
  {
    answer: "400 12 : Invalid message: 'text' of the template is missing",
    mend: { message: '{"text":"1","b":"2"}' },
  },
  {
    answer: "400 12 : Invalid message: 'b' is not a variable of the template",
    mend: { message: '{"text":"1","text":"2"}' },
  },
  {
    answer: "400 12 : Invalid message: 'text' is given twice",
    mend: { message: '{"text":null}' },
  },
  {
    answer: "400 12 : Invalid message: 'text' must be a string or a number",
    mend: { message: '{"text":"قیمت"}' },
  },
  {
    answer: '403 12 : Access denied: this sender is not approved for the account',
    mend: () => ({ sender: shop.senders.shortCode }),
  },
  { answer: '400 12 : Invalid network: use Jazz, Zong, Ufone or Telenor', mend: { network: '' } },
  { answer: '400 12 : Invalid ported: use 1 or 0', mend: { ported: '1' } },
  { answer: '400 12 : Invalid type: use unicode', mend: { type: '' } },
  {
    answer: '403 12 : Access denied: MNP coverage is unavailable on this account',
    mend: change({ mnpCoverage: true }),
  },
  {
    answer:
      "400 12 : Invalid text: 'ق' at position 1 needs type=unicode (unicode: true at /v1/messages)",
    mend: { type: 'unicode' },
  },
  { answer: '400 7 : Invalid recipient: ', mend: { mobile: '923001234567' } },
  {
    answer: '503 12 : Request rejected: directory error, the network could not be determined',
    mend: { ported: '0' },
  },
  {
    answer: '402 8 : Insufficient credit: 4.80 PKR needed, 4.00 PKR left',
    mend: () => ({ sender: shop.senders.shared }),
  },
  { answer: '200 OK ID:', mend: {} },
];

it('the first fault wins, in the order of the contract', async () => {
  let parameters: Parameters = {
    format: 'yaml',
    dry_run: 'maybe',
    idempotency_key: 'کلید',
    network: 'Warid',
    ported: 'yes',
    type: 'flash',
  };
  for (const { answer, mend } of STEPS) {
    const given = await ask(`${paigham.baseUrl}${PATHS.send}`, parameters);
    expect(shown(given)).toContain(answer);
    const mended = typeof mend === 'function' ? await mend() : mend;
    parameters = { ...parameters, ...mended };
  }
});

it('the older login cannot send: the key is empty', async () => {
  const login = { username: 'owner@example.com', password: 'whatever it is' };
  const answer = await ask(`${paigham.baseUrl}${PATHS.send}`, login);
  expect(shown(answer)).toBe('401 2 : Error: api_key is empty');
});

it('ported with coverage and a named network needs no directory', async () => {
  const { apiKey, senders, transactional } = shop;
  must(await setAccount(paigham.world.admin, { accountId: shop.accountId, mnpCoverage: true }));
  const answer = await ask(`${paigham.baseUrl}${PATHS.send}`, {
    api_key: apiKey,
    sender: senders.shared,
    mobile: '923001234567',
    template_id: transactional,
    message: '{"text":"1"}',
    ported: '1',
    network: 'Zong',
    dry_run: '1',
  });
  expect(shown(answer)).toBe('200 DRY RUN: 1.50 PKR, 1 part, 1 recipient');
});
