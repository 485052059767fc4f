import { describe, expect, it } from 'vitest';
import {
  LINKS,
  makeAccount,
  makeRequest,
  NOON_MS,
  NUMBERS,
  OPERATORS,
  POLICY,
  ROUTING,
  ROSHAN,
  SENDERS,
  TEMPLATES,
} from '../../../test/support/fixtures.ts';
import { refuse, sentenceOf } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import type { OperatorId } from '../../domain/ids.ts';
import { bookOf } from '../../domain/policy/policy.ts';
import { readRecipients } from '../../domain/recipient/recipient.ts';
import { Velocity } from '../../domain/policy/velocity.ts';
import { addressMessages, type Addressing, type Envelope } from './address-messages.ts';
import type { LookUpQuestion, AcceptContext } from './accept-context.ts';

type Ask = Parameters<AcceptContext['forbidden']>[0];

/**
 * A context in which these numbers have opted out; `asks` records which numbers were asked about.
 */
function openSurroundings(optedOut: readonly string[] = []) {
  const asks: Ask[] = [];
  const context: AcceptContext = {
    routing: ROUTING,
    policy: POLICY,
    demoText: '',
    forbidden(ask) {
      asks.push(ask);
      return Promise.resolve(new Map(optedOut.map((it) => [it, 'opted_out'])));
    },
    velocity: new Velocity({ keys: 100, alarms: 10 }),
    now: { wallMs: NOON_MS, monotonicMs: 0 },
    lookUp: () => Promise.reject(new Error('nothing is to be looked up')),
  };
  return { context, asks };
}

function makeEnvelope(mobile: string, changes: Partial<Envelope> = {}): Envelope {
  return {
    request: makeRequest(),
    recipients: readRecipients(mobile),
    sender: SENDERS.shared,
    template: TEMPLATES.code,
    text: { text: 'Hi', alphabet: 'gsm7', parts: 1 },
    way: { kind: 'given', network: undefined },
    ...changes,
  };
}

function withOptouts(mobile: string, changes: Partial<Envelope> = {}): Envelope {
  const account = makeAccount({ hasOptouts: true });
  return makeEnvelope(mobile, { request: makeRequest({ account }), ...changes });
}

async function address(envelope: Envelope, optedOut: readonly string[] = []) {
  const addressed = await addressMessages(envelope, openSurroundings(optedOut).context);
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
    const { context } = openSurroundings();
    const addressed = await addressMessages(
      makeEnvelope(`${NUMBERS.telenor},${NUMBERS.jazz}`),
      context,
    );
    expect(addressed).toMatchObject({
      messages: [
        { recipient: NUMBERS.telenor, operatorId: OPERATORS.telenor, linkId: LINKS.telenor },
        { recipient: NUMBERS.jazz, operatorId: OPERATORS.jazz, linkId: LINKS.jazz, text: 'Hi' },
      ],
    });
  });

  it('are left out and reported when they cannot be reached, and the rest is sent', async () => {
    const { jazz, sco, unknown, zong } = NUMBERS;
    const mobile = [jazz, '8584', '0300-1234567', sco, 'Ali', unknown, zong].join(',');
    expect(await address(withOptouts(mobile), [zong])).toEqual({
      to: [jazz],
      filtered: [
        '8584: a short code',
        `${jazz}: repeated`,
        'number 5: the letter "A" among the digits',
        `${sco}: no route to SCO at the moment`,
        `${unknown}: no network is known`,
        `${zong}: opted out`,
      ],
    });
  });

  it.each([
    ['8584', 'Invalid recipient: a short code'],
    [
      '8584,x,9000',
      'Invalid recipient: 8584: a short code (and 1 more like it); ' +
        'number 2: the letter "x" among the digits',
    ],
    [' , ,', 'Invalid recipient: no number is given'],
    [NUMBERS.unknown, 'Invalid recipient: its network is unknown'],
    [`${NUMBERS.sco},8584`, 'Error: no route to SCO at the moment'],
    [`${NUMBERS.sco},${NUMBERS.unknown}`, 'Error: no route to SCO at the moment'],
  ])('%s are refused when none is left: %s', async (mobile, sentence) => {
    expect(await address(makeEnvelope(mobile))).toBe(sentence);
  });

  it('may be as many as the limit, filtered ones included, and not one more', async () => {
    const most = limit('recipientsPerRequest');
    const numbers = Array.from({ length: most - 1 }, (_, at) => `92${3_000_000_000 + at}`);
    const full = await address(makeEnvelope([...numbers, 'x'].join(',')));
    expect(full).toMatchObject({ filtered: [expect.stringContaining(`number ${most}`)] });
    expect(await address(makeEnvelope([...numbers, 'x', 'y'].join(',')))).toBe(
      `Invalid mobile: more than ${most} recipients in one request`,
    );
  });

  it('go by the named network, where it has a route', async () => {
    const mobile = `${NUMBERS.zong},${NUMBERS.unknown}`;
    const { context } = openSurroundings();
    const told = (network: OperatorId) => ({ way: { kind: 'given', network } as const });
    const ufone = told(OPERATORS.ufone);
    const zong = await addressMessages(makeEnvelope(mobile, ufone), context);
    const route = { operatorId: OPERATORS.ufone, linkId: LINKS.ufone };
    expect(zong).toMatchObject({ messages: [route, route], filtered: [] });
    expect(await address(makeEnvelope(mobile, told(OPERATORS.sco)))).toContain('no route to SCO');
  });
});

describe('people who opted out', () => {
  const both = `${NUMBERS.jazz},${NUMBERS.zong}`;

  it('are not looked up when the account has none', async () => {
    const { context, asks } = openSurroundings([NUMBERS.jazz]);
    const addressed = await addressMessages(makeEnvelope(both), context);
    expect(asks).toEqual([]);
    expect('messages' in addressed && addressed.messages).toHaveLength(2);
  });

  it('are looked up among the reachable numbers, for the template’s kind', async () => {
    const { context, asks } = openSurroundings();
    await addressMessages(withOptouts(`${both},${NUMBERS.sco},x`), context);
    await addressMessages(withOptouts(NUMBERS.jazz, { template: TEMPLATES.sale }), context);
    expect(asks).toEqual([
      {
        accountId: ROSHAN,
        recipients: [NUMBERS.jazz, NUMBERS.zong],
        promotional: false,
        needsConsent: false,
      },
      { accountId: ROSHAN, recipients: [NUMBERS.jazz], promotional: true, needsConsent: false },
    ]);
  });

  it('are left out, and the whole request is refused when nobody else is left', async () => {
    expect(await address(withOptouts(both), [NUMBERS.jazz])).toEqual({
      to: [NUMBERS.zong],
      filtered: [`${NUMBERS.jazz}: opted out`],
    });
    expect(await address(withOptouts(both), [NUMBERS.jazz, NUMBERS.zong])).toBe(
      'SMS rejected, access denied: the recipient has opted out',
    );
  });
});

describe('numbers that are looked up', () => {
  const way = { kind: 'looked_up', mustKnow: true } as const;
  const [first, second, third] = [NUMBERS.jazz, NUMBERS.zong, NUMBERS.ufone];

  /**
   * A directory in which the first number is with Zong and the second with SCO, which has no route.
   */
  function looking(optedOut: readonly string[] = []) {
    const questions: LookUpQuestion[] = [];
    const context: AcceptContext = {
      ...openSurroundings(optedOut).context,
      lookUp(question) {
        questions.push(question);
        const located = question.recipients.map((recipient) => {
          return { recipient, operatorId: recipient === first ? OPERATORS.zong : OPERATORS.sco };
        });
        const numbers = located.map((it) => ({ ...it, isFresh: true }));
        return Promise.resolve({ located, lookups: { atMs: 1, numbers } });
      },
    };
    return { context, questions };
  }

  it('go to the operator that has them, and are left out where no route leads', async () => {
    const { context, questions } = looking();
    const addressed = await addressMessages(makeEnvelope(`${first},${second}`, { way }), context);
    expect(addressed).toMatchObject({
      messages: [{ recipient: first, operatorId: OPERATORS.zong, linkId: LINKS.zong }],
      filtered: [{ shown: second, reason: 'no route to SCO at the moment', code: 12 }],
      lookups: { atMs: 1, numbers: [{ recipient: first }, { recipient: second }] },
    });
    expect(questions).toMatchObject([
      { recipients: [first, second], mustKnow: true, parts: 2, senderRoute: 'simple' },
    ]);
  });

  it('do not include those of people who opted out', async () => {
    const { context, questions } = looking([third]);
    const envelope = withOptouts(`${first},${third}`, { way });
    const addressed = await addressMessages(envelope, context);
    expect(questions).toMatchObject([{ recipients: [first] }]);
    expect(addressed).toMatchObject({
      messages: [{ recipient: first }],
      filtered: [{ shown: third, reason: 'opted out' }],
    });
  });

  it('are refused as forbidden or as unreachable, whichever is true of any of them', async () => {
    const reasonOf = async (mobile: string, optedOut: readonly string[]) => {
      const { context, questions } = looking(optedOut);
      const addressed = await addressMessages(withOptouts(mobile, { way }), context);
      return ['reason' in addressed ? addressed.reason : 'sent', questions.length];
    };
    expect(await reasonOf(first, [first])).toEqual(['rejected_opted_out', 0]);
    expect(await reasonOf(NUMBERS.sco, [NUMBERS.sco])).toEqual(['no_route', 0]);
    expect(await reasonOf(`${first},${second}`, [first])).toEqual(['no_route', 1]);
    expect(await reasonOf(second, [first])).toEqual(['no_route', 1]);
  });

  it.each<readonly [string, () => ReturnType<AcceptContext['lookUp']>]>([
    ['refused', () => Promise.resolve(refuse('portability_directory'))],
    ['broken off', () => Promise.reject(new Error('the store is away'))],
    ['without a route', () => Promise.resolve({ located: [], lookups: undefined })],
  ])('are not counted against caps when the look-up is %s', async (_, lookUp) => {
    const cap = { id: 1, accountId: undefined, scope: 'number', senderRoute: undefined } as const;
    const context = {
      ...looking().context,
      policy: { ...POLICY, caps: bookOf([{ ...cap, most: 1, minutes: 10 }]) },
    };
    const envelope = makeEnvelope(first, { way });
    await addressMessages(envelope, { ...context, lookUp }).catch((error: unknown) => error);
    expect(await addressMessages(envelope, context)).toMatchObject({ messages: [{}] });
    expect(await addressMessages(envelope, context)).toMatchObject({ reason: 'rejected_too_many' });
  });

  it('are refused as a whole when they cannot be looked up', async () => {
    const refusing = () => Promise.resolve(refuse('portability_directory'));
    const context = { ...looking().context, lookUp: refusing };
    const addressed = await addressMessages(makeEnvelope(first, { way }), context);
    expect(addressed).toEqual({ reason: 'portability_directory' });
  });
});
