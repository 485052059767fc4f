/** `/v1/lookups`: who really has a number. */
import { limit } from '../../domain/limits.ts';
import type { FoundNumber, NumberOutcome } from '../../domain/portability/number-lookup.ts';
import { formatRupees, showRupees } from '../../domain/pricing/money.ts';
import { explainRefusal, readRecipient } from '../../domain/recipient/recipient.ts';
import type { Journey } from '../../journey/journey.ts';
import { Type, type Static } from '../../kit/shape.ts';
import { CURRENCY } from '../batches/batch-shape.http.ts';
import { defineEndpoint, type Endpoint } from '../../api/v1/endpoint.ts';
import { closed, nullable, nullableTime, showTimeOrNull } from '../../operations/resource.ts';
import { getOne } from '../../api/v1/list.ts';

const NUMBERS = closed(
  {
    numbers: Type.Array(Type.String({ maxLength: limit('recipientCharacters') }), {
      minItems: 1,
      maxItems: limit('lookupNumbers'),
      description: 'As people write them.',
    }),
    dry_run: Type.Boolean({ default: false, description: 'The price, and no look-up.' }),
  },
  { title: 'NewLookups', description: 'Numbers to look up.' },
);

const FACTS = {
  number: Type.String({ description: 'As it was given.' }),
  valid: Type.Boolean({ description: 'Whether it is a mobile number.' }),
  reason: nullable('Why it is none.'),
  recipient: nullable('Digits with country code.'),
  prefix_network: nullable('Who was given its prefix.'),
};

const LOOKUP = closed({
  ...FACTS,
  network: nullable('Who has it; null: the directory does not know, or it is a dry run.'),
  ported: Type.Union([Type.Boolean(), Type.Null()], {
    description: 'Whether that is somebody else than its prefix says.',
  }),
  looked_up_at: nullableTime('When the directory said so.'),
  price: Type.String({ description: 'What this number cost; of a repeated one once.' }),
});

const LOOKUPS = closed(
  {
    dry_run: Type.Boolean(),
    price: Type.String({ description: 'Of all.' }),
    remaining: Type.String({ description: 'What you may still spend.' }),
    currency: Type.Literal(CURRENCY),
    data: Type.Array(LOOKUP, { description: 'One for each number, in the order of the request.' }),
  },
  { title: 'Lookups', description: 'Who has numbers.' },
);

const NUMBER = closed(
  {
    ...FACTS,
    saved_at: nullableTime('When your saved look-up of it was made; null: you have none.'),
    price: nullable('What looking it up costs; null: look-ups have no price.'),
    currency: Type.Literal(CURRENCY),
  },
  { title: 'NumberFacts', description: 'What is known of a number without looking it up.' },
);

type LookupJourney = Pick<Journey, 'lookUpNumbers' | 'tellNumber'>;

export function createLookupEndpoints(journey: LookupJourney): readonly Endpoint[] {
  return [
    defineEndpoint({
      method: 'POST',
      path: '/v1/lookups',
      name: 'lookUpNumbers',
      scope: 'send',
      about: 'Looks up who has numbers now, at the price of a look-up; nothing is sent.',
      takes: NUMBERS,
      gives: LOOKUPS,
      repeatable: true,
      failures: FAILURES,
      async handle({ account, body, idempotency }) {
        const { numbers: given, dry_run: dryRun } = body;
        const read = given.map((it) => readRecipient(it));
        const recipients = [...new Set(read.flatMap((it) => (it.ok ? [it.number] : [])))];
        const key = dryRun ? undefined : idempotency;
        const request = { account, recipients, dryRun, idempotency: key };
        const taken = await journey.lookUpNumbers(request);
        if (taken.kind !== 'accepted') return taken;
        const { acceptance, replayed } = taken;
        const shown = { dry_run: dryRun, ...showOutcome(given, acceptance) };
        return { kind: 'done', status: 200, body: shown, replayed };
      },
    }),
    getOne({
      path: '/v1/lookups/{number}',
      name: 'showNumber',
      scope: 'read',
      about: 'Whether a number is valid, whose its prefix is, and what a look-up would cost.',
      places: { number: 'The number, as people write it.' },
      gives: NUMBER,
      async find({ account, places: { number } }) {
        const read = readRecipient(number);
        const facts = read.ok ? await journey.tellNumber(account.id, read.number) : undefined;
        const { savedAtMs, priceMicros } = facts ?? {};
        return {
          ...showFacts(number, facts?.prefixNetwork),
          saved_at: showTimeOrNull(savedAtMs),
          price: priceMicros === undefined ? null : showRupees(priceMicros),
          currency: CURRENCY,
        } as const;
      },
    }),
  ];
}

function showFacts(number: string, prefixNetwork: string | undefined) {
  const read = readRecipient(number);
  return {
    number,
    valid: read.ok,
    reason: read.ok ? null : explainRefusal(read.refusal),
    recipient: read.ok ? read.number : null,
    prefix_network: prefixNetwork ?? null,
  };
}

function showOutcome(
  given: readonly string[],
  outcome: NumberOutcome,
): Omit<Static<typeof LOOKUPS>, 'dry_run'> {
  const unpaid = new Map<string, FoundNumber>(outcome.numbers.map((it) => [it.recipient, it]));
  const found = new Map(unpaid);
  const data = given.map((number) => {
    const read = readRecipient(number);
    const recipient = read.ok ? read.number : '';
    const paid = unpaid.get(recipient)?.paid;
    unpaid.delete(recipient);
    const it = found.get(recipient);
    const { network, prefixNetwork } = it ?? {};
    return {
      ...showFacts(number, prefixNetwork),
      network: network ?? null,
      ported: network === undefined ? null : network !== prefixNetwork,
      looked_up_at: showTimeOrNull(it?.lookedUpAtMs),
      price: paid === undefined ? '0.00' : showRupees(outcome[paid]),
    };
  });
  return {
    price: showRupees(outcome.priceMicros),
    remaining: formatRupees(outcome.remainingMicros),
    currency: CURRENCY,
    data,
  };
}

const FAILURES = [
  'portability_unavailable',
  'portability_directory',
  'rejected_spending',
  'credit_insufficient',
  'no_price',
  'queue_full',
] as const;
