import { describe, expect, it } from 'vitest';
import {
  LINKS,
  makeAccount,
  makeRequest,
  NUMBERS,
  OPERATORS,
  ROADS,
  ROSHAN,
  SENDERS,
  TEMPLATES,
} from '../../../test/support/fixtures.ts';
import { sentenceOf } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import type { OperatorId } from '../../domain/ids.ts';
import { addressMessages, type Addressing, type Envelope } from './address-messages.ts';
import type { Surroundings } from './surroundings.ts';

type Ask = Parameters<Surroundings['optedOut']>[0];

/** Where these numbers have opted out; `asks` is what was asked about whom. */
function openSurroundings(optedOut: readonly string[] = []) {
  const asks: Ask[] = [];
  const around: Surroundings = {
    roads: ROADS,
    demoText: '',
    optedOut(ask) {
      asks.push(ask);
      return Promise.resolve(new Set(optedOut));
    },
    lookUp: () => Promise.reject(new Error('nothing is to be looked up')),
  };
  return { around, asks };
}

function makeEnvelope(mobile: string, changes: Partial<Envelope> = {}): Envelope {
  return {
    request: makeRequest({ mobile }),
    sender: SENDERS.shared,
    template: TEMPLATES.code,
    text: { text: 'Hi', alphabet: 'gsm7', parts: 1 },
    way: { kind: 'told', network: undefined },
    ...changes,
  };
}

function withOptouts(mobile: string, changes: Partial<Envelope> = {}): Envelope {
  const account = makeAccount({ hasOptouts: true });
  return makeEnvelope(mobile, { request: makeRequest({ mobile, account }), ...changes });
}

async function address(envelope: Envelope, optedOut: readonly string[] = []) {
  const addressed = await addressMessages(envelope, openSurroundings(optedOut).around);
  return 'reason' in addressed ? sentenceOf(addressed) : outline(addressed);
}

function outline({ messages, filtered }: Addressing) {
  return {
    to: messages.map(({ recipient }) => recipient),
    filtered: filtered.map(({ shown, reason }) => `${shown}: ${reason}`),
  };
}

describe('the recipients of a request', () => {
  it('are reached by the link to their operator', async () => {
    const { around } = openSurroundings();
    const addressed = await addressMessages(
      makeEnvelope(`${NUMBERS.telenor},${NUMBERS.jazz}`),
      around,
    );
    expect(addressed).toMatchObject({
      messages: [
        { recipient: NUMBERS.telenor, operatorId: OPERATORS.telenor, linkId: LINKS.telenor },
        { recipient: NUMBERS.jazz, operatorId: OPERATORS.jazz, linkId: LINKS.jazz, text: 'Hi' },
      ],
    });
  });

  it('that cannot be sent to are left out and said, and the rest is sent', async () => {
    const { jazz, sco, unknown, zong } = NUMBERS;
    const mobile = [jazz, '8584', '0300-1234567', sco, 'Ali', unknown, zong].join(',');
    expect(await address(withOptouts(mobile), [zong])).toEqual({
      to: [jazz],
      filtered: [
        '8584: a short code',
        `${jazz}: repeated`,
        'number 5: the letter "A" among the digits',
        `${sco}: no network is known`,
        `${unknown}: no network is known`,
        `${zong}: opted out`,
      ],
    });
  });

  it.each([
    ['8584,x', 'Invalid recipient: a short code'],
    [' , ,', 'Invalid recipient: no number is given'],
    [NUMBERS.unknown, 'Invalid recipient: no network is known for it'],
    [`${NUMBERS.sco},8584`, 'Invalid recipient: no network is known for it'],
  ])('%s are refused when none is left: %s', async (mobile, sentence) => {
    expect(await address(makeEnvelope(mobile))).toBe(sentence);
  });

  it('are as many as the bound, filtered ones included, and not one more', async () => {
    const most = limit('recipientsPerRequest');
    const numbers = Array.from({ length: most - 1 }, (_, at) => `92${3_000_000_000 + at}`);
    const full = await address(makeEnvelope([...numbers, 'x'].join(',')));
    expect(full).toMatchObject({ filtered: [expect.stringContaining(`number ${most}`)] });
    expect(await address(makeEnvelope([...numbers, 'x', 'y'].join(',')))).toBe(
      `Invalid mobile: more than ${most} recipients in one request`,
    );
  });

  it('go by the network that is named, where a route of it leads', async () => {
    const mobile = `${NUMBERS.zong},${NUMBERS.unknown}`;
    const { around } = openSurroundings();
    const told = (network: OperatorId) => ({ way: { kind: 'told', network } as const });
    const ufone = told(OPERATORS.ufone);
    const zong = await addressMessages(makeEnvelope(mobile, ufone), around);
    const road = { operatorId: OPERATORS.ufone, linkId: LINKS.ufone };
    expect(zong).toMatchObject({ messages: [road, road], filtered: [] });
    expect(await address(makeEnvelope(mobile, told(OPERATORS.sco)))).toContain('no network');
  });
});

describe('people who opted out', () => {
  const both = `${NUMBERS.jazz},${NUMBERS.zong}`;

  it('are not looked for where the account has none', async () => {
    const { around, asks } = openSurroundings([NUMBERS.jazz]);
    const addressed = await addressMessages(makeEnvelope(both), around);
    expect(asks).toEqual([]);
    expect('messages' in addressed && addressed.messages).toHaveLength(2);
  });

  it('are looked for among those who can be reached, for the kind of the template', async () => {
    const { around, asks } = openSurroundings();
    await addressMessages(withOptouts(`${both},${NUMBERS.sco},x`), around);
    await addressMessages(withOptouts(NUMBERS.jazz, { template: TEMPLATES.sale }), around);
    expect(asks).toEqual([
      { accountId: ROSHAN, recipients: [NUMBERS.jazz, NUMBERS.zong], promotional: false },
      { accountId: ROSHAN, recipients: [NUMBERS.jazz], promotional: true },
    ]);
  });

  it('are left out, and refuse the whole request when nobody else is left', async () => {
    expect(await address(withOptouts(both), [NUMBERS.jazz])).toEqual({
      to: [NUMBERS.zong],
      filtered: [`${NUMBERS.jazz}: opted out`],
    });
    expect(await address(withOptouts(both), [NUMBERS.jazz, NUMBERS.zong])).toBe(
      'SMS rejected, access denied: the recipient has opted out',
    );
  });
});
