import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  LINKS,
  makeAccount,
  makeRequest,
  makeTemplate,
  NOON_MS,
  NUMBERS,
  OPERATORS,
  POLICY,
  ROUTING,
  ROSHAN,
  SENDERS,
  TEMPLATES,
  type Written,
} from '../../../test/support/fixtures.ts';
import type { Account } from '../../domain/account/account.ts';
import { refuse, sentenceOf, type FailureReason } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import { Velocity } from '../../domain/policy/velocity.ts';
import { accept, type Accepted, type AcceptContext } from './accept.ts';

const context: AcceptContext = {
  routing: ROUTING,
  demoText: ' -Demo message, account not verified.',
  policy: POLICY,
  forbidden: () => Promise.resolve(new Map([[NUMBERS.jazz, 'opted_out']])),
  velocity: new Velocity({ keys: 100, alarms: 10 }),
  now: { wallMs: NOON_MS, monotonicMs: 0 },
  lookUp: () => Promise.resolve(refuse('portability_directory')),
};

/** A change to a request, and sometimes to its account. */
type Fault = {
  readonly reason: FailureReason;
  readonly request?: Partial<Omit<Written, 'account'>>;
  readonly account?: Partial<Account>;
};

function accepting(...faults: readonly Omit<Fault, 'reason'>[]): Promise<Accepted> {
  const account = makeAccount(Object.assign({}, ...faults.map((fault) => fault.account)));
  // Where two faults set the same parameter, the first one wins.
  const requests = faults.toReversed().map(({ request }) => request);
  return accept(makeRequest({ ...Object.assign({}, ...requests), account }), context);
}

async function reasonOf(...faults: readonly Omit<Fault, 'reason'>[]): Promise<string> {
  const accepted = await accepting(...faults);
  return accepted.ok ? 'accepted' : accepted.refusal.reason;
}

const template = (id: number, message: string) =>
  makeTemplate(id, message, { category: 'promotional' });
const special = new Map(
  [
    ...Object.values(TEMPLATES),
    template(21, TEMPLATES.code.message),
    template(31, 'é ç #code#'),
    template(32, `${'x'.repeat(1600)}#code#`),
    makeTemplate(33, TEMPLATES.code.message, {
      category: 'promotional',
      onlyTo: [NUMBERS.zong],
    }),
  ].map((it) => [it.id, it]),
);

const keys = (count: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 'v'])));

/** One fault per check, in the order of precedence that the contract gives (section 3). */
const FAULTS: readonly Fault[] = [
  { reason: 'sender_empty', request: { sender: ' ' } },
  { reason: 'recipient_empty', request: { mobile: '\t' } },
  { reason: 'message_empty', request: { message: '' } },
  { reason: 'template_missing', request: { template_id: ' ' } },
  { reason: 'template_unknown', request: { template_id: '99' } },
  { reason: 'template_not_approved', request: { template_id: '25' } },
  { reason: 'fixed_content_off', account: { fixedContent: false } },
  { reason: 'message_not_object', request: { message: 'Hello' } },
  { reason: 'message_too_deep', request: { message: '['.repeat(9) } },
  { reason: 'variable_repeated', request: { message: '{"code":"1","code":"2"}' } },
  { reason: 'message_too_many_keys', request: { message: keys(limit('messageKeys') + 1) } },
  { reason: 'variable_missing', request: { message: '{"Code":"1"}' } },
  { reason: 'variable_unknown', request: { message: '{"code":"1","x":"2"}' } },
  { reason: 'variable_not_text', request: { message: '{"code":null}' } },
  { reason: 'variable_empty', request: { message: String.raw`{"code":"\u00a0 "}` } },
  { reason: 'variable_too_long', request: { message: `{"code":"${'1'.repeat(161)}"}` } },
  { reason: 'variable_unprintable', request: { message: String.raw`{"code":"\u0001"}` } },
  { reason: 'sender_not_approved', request: { sender: 'NewBrand' } },
  {
    reason: 'sender_needs_verification',
    request: { sender: 'RoshanStore' },
    account: { verified: false },
  },
  { reason: 'sender_for_codes', request: { sender: '8584' }, account: { templates: special } },
  { reason: 'network_unknown', request: { network: 'Warid' } },
  { reason: 'ported_unknown', request: { ported: 'yes' } },
  { reason: 'type_unknown', request: { type: 'ucs2' } },
  { reason: 'portability_unavailable', request: { ported: '1' } },
  {
    reason: 'needs_unicode',
    request: { template_id: '31' },
    account: { lookalikes: false, templates: special },
  },
  { reason: 'text_too_long', request: { template_id: '32' }, account: { templates: special } },
  { reason: 'no_valid_recipient', request: { mobile: '8584,x' } },
  { reason: 'recipient_unroutable', request: { mobile: NUMBERS.unknown } },
  { reason: 'no_route', request: { mobile: NUMBERS.sco } },
  {
    reason: 'rejected_not_own_number',
    request: { template_id: '33' },
    account: { templates: special },
  },
  { reason: 'rejected_opted_out', account: { hasOptouts: true } },
];

describe('a request with one fault', () => {
  it.each(FAULTS)('is refused as $reason', async (fault) => {
    expect(await reasonOf(fault)).toBe(fault.reason);
  });

  it('is made from a valid request, which is accepted', async () => {
    expect(await reasonOf({})).toBe('accepted');
  });
});

it('of a test key goes to any number by a template for own ones: it reaches nobody', async () => {
  const account = { templates: special, isTest: true };
  const request = { template_id: '33', mobile: NUMBERS.ufone };
  expect(await reasonOf({ request, account })).toBe('accepted');
});

describe('a request with several faults', () => {
  const pairs = FAULTS.flatMap((first, at) =>
    FAULTS.slice(at + 1).map((second) => [first.reason, second.reason, first, second] as const),
  );

  it.each(pairs)('is refused as %s, not as %s', async (reason, _, first, second) => {
    expect(await reasonOf(first, second)).toBe(reason);
  });

  it('is refused for the first of them, however many there are', async () => {
    const some = fc.subarray([...FAULTS], { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(some, async (faults) => {
        expect(await reasonOf(...faults)).toBe(faults[0]?.reason);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the template of a request', () => {
  it.each([
    ['21', 'accepted'],
    [' 21 ', 'accepted'],
    ['021', 'accepted'],
    ['0', 'template_unknown'],
    ['-21', 'template_unknown'],
    ['21.0', 'template_unknown'],
    ['2e1', 'template_unknown'],
    ['0x15', 'template_unknown'],
    ['٢١', 'template_unknown'],
    ['9'.repeat(400), 'template_unknown'],
    ['code', 'template_unknown'],
    ['25', 'template_not_approved'],
    ['26', 'template_not_approved'],
  ])('%j is %s', async (given, reason) => {
    expect(await reasonOf({ request: { template_id: given } })).toBe(reason);
  });

  it('of another account answers exactly like one that nobody has', async () => {
    const foreign = await accepting({ account: { templates: new Map() } });
    const unknown = await accepting({ request: { template_id: '404' } });
    expect(foreign).toEqual(unknown);
  });

  it('says in what state it is', async () => {
    const accepted = await accepting({ request: { template_id: '26' } });
    expect(accepted.ok || sentenceOf(accepted.refusal)).toContain('is rejected, not approved');
  });
});

it('has as many values as the bound allows and not one more', async () => {
  const most = limit('messageKeys');
  expect(await reasonOf({ request: { message: keys(most) } })).toBe('variable_missing');
  const accepted = await accepting({ request: { message: keys(most + 1) } });
  expect(accepted.ok || sentenceOf(accepted.refusal)).toBe(
    `Invalid message: more than ${most} keys`,
  );
});

describe('the sender of a request', () => {
  it.each<readonly [string, Partial<Account>, string]>([
    ['InfoSMS', {}, 'accepted'],
    [' InfoSMS ', {}, 'accepted'],
    ['8584', {}, 'accepted'],
    ['RoshanStore', {}, 'accepted'],
    ['infosms', {}, 'sender_not_approved'],
    ['NewBrand', {}, 'sender_not_approved'],
    ['JazzCash', {}, 'sender_not_approved'],
    ['SomebodyElse', {}, 'sender_not_approved'],
    ['InfoSMS', { verified: false }, 'accepted'],
    ['RoshanStore', { verified: false }, 'sender_needs_verification'],
    ['8584', { verified: false }, 'accepted'],
    ['NewBrand', { verified: false }, 'sender_not_approved'],
  ])('%j of an account with %j: %s', async (sender, account, reason) => {
    expect(await reasonOf({ request: { sender }, account })).toBe(reason);
  });
});

describe('the options of a request', () => {
  const covered = { mnpCoverage: true };

  it.each<readonly [Partial<Written>, Partial<Account>, string]>([
    [{ network: 'Jazz' }, {}, 'accepted'],
    [{ network: ' Telenor ' }, {}, 'accepted'],
    [{ network: 'jazz' }, {}, 'network_unknown'],
    [{ network: 'SCO' }, {}, 'network_unknown'],
    [{ network: 'Jazz,Zong' }, {}, 'network_unknown'],
    [{ ported: '0' }, {}, 'accepted'],
    [{ ported: ' 1 ' }, {}, 'portability_unavailable'],
    [{ ported: '1' }, covered, 'portability_directory'],
    [{ ported: '1', network: 'Zong' }, covered, 'accepted'],
    [{ ported: '1', network: 'Zong' }, {}, 'portability_unavailable'],
    [{ ported: 'true' }, covered, 'ported_unknown'],
    [{}, { ...covered, mnpOption: true }, 'portability_directory'],
    [{ ported: '0' }, { ...covered, mnpOption: true }, 'portability_directory'],
    [{ network: 'Zong' }, { ...covered, mnpOption: true }, 'accepted'],
    [{}, { mnpOption: true }, 'accepted'],
    [{ type: 'unicode' }, {}, 'accepted'],
    [{ type: ' Unicode ' }, {}, 'accepted'],
    [{ type: 'text' }, {}, 'type_unknown'],
  ])('%j with %j: %s', async (request, account, reason) => {
    expect(await reasonOf({ request, account })).toBe(reason);
  });
});

describe('an accepted request', () => {
  it('is its account, sender and template, and one message for each number', async () => {
    const idempotency = { key: 'a', requestHash: '00' };
    const request = { mobile: `${NUMBERS.jazz},${NUMBERS.zong}`, dryRun: true, idempotency };
    const accepted = await accepting({ request });
    const text = { text: 'Your code is 4821.', alphabet: 'gsm7', parts: 1 };
    expect(accepted).toEqual({
      ok: true,
      checked: {
        account: expect.objectContaining({ id: ROSHAN }),
        sender: SENDERS.shared,
        template: TEMPLATES.code,
        messages: [
          { recipient: NUMBERS.jazz, operatorId: OPERATORS.jazz, linkId: LINKS.jazz, ...text },
          { recipient: NUMBERS.zong, operatorId: OPERATORS.zong, linkId: LINKS.zong, ...text },
        ],
        filtered: [],
        dryRun: true,
        idempotency,
      },
    });
  });

  it('goes by the network that it names, whatever the prefix says', async () => {
    const accepted = await accepting({ request: { network: 'Ufone', mobile: NUMBERS.unknown } });
    const route = { operatorId: OPERATORS.ufone, linkId: LINKS.ufone };
    expect(accepted.ok && accepted.checked.messages).toMatchObject([route]);
  });

  it('has the demo text while its account is not verified, counted with it', async () => {
    const message = `{"code":"${'1'.repeat(130)}"}`;
    const verified = await accepting({ request: { message } });
    const demo = await accepting({ request: { message }, account: { verified: false } });
    expect(verified.ok && verified.checked.messages).toMatchObject([{ parts: 1 }]);
    expect(demo.ok && demo.checked.messages).toMatchObject([{ parts: 2 }]);
    const text = demo.ok ? demo.checked.messages[0]?.text : '';
    expect(text).toMatch(/111\. -Demo message, account not verified\.$/);
  });

  it('takes values as they are: a value that names a variable stays as typed', async () => {
    const request = {
      template_id: '22',
      message: '{"name":"#order_no#","order_no":12.50}',
    };
    const accepted = await accepting({ request });
    const text = 'Dear #order_no#, order 12.50 is on its way.';
    expect(accepted.ok && accepted.checked.messages).toMatchObject([{ text }]);
  });

  it('that was form-encoded twice is read with every value decoded once more', async () => {
    const accepted = await accepting({
      request: {
        sender: 'Info%53MS',
        mobile: '%2B923001234567%2C+923111234567',
        template_id: '%32%31',
        message: '%7B%22code%22%3A%224+%2B+8%22%7D',
        network: '%4Aazz',
        type: 'unicod%65',
      },
    });
    expect(accepted).toMatchObject({
      ok: true,
      checked: {
        sender: SENDERS.shared,
        messages: [
          { recipient: NUMBERS.jazz, operatorId: OPERATORS.jazz, text: 'Your code is 4 + 8.' },
          { recipient: NUMBERS.zong, operatorId: OPERATORS.jazz },
        ],
      },
    });
  });

  it('names a variable by its place where its name would mislead', async () => {
    const wording = template(33, '#code# #token#');
    const account = { templates: new Map([[wording.id, wording]]) };
    const request = { template_id: '33', message: '{"code":"1"}' };
    const accepted = await accepting({ request, account });
    expect(accepted.ok || sentenceOf(accepted.refusal)).toBe(
      'Invalid message: variable 2 of the template is missing',
    );
  });
});
