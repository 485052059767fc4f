/**
 * A simulated run: random accounts, sends, operators' moods and faults, all drawn from one seed,
 * checked by an auditor with its own books and by the invariants. Four files play one each, beside
 * each other, with the seeds alpha, bravo, charlie and delta:
 *
 *   SEED=bravo vitest run --project simulation
 *
 * draws that run again, in every file: the same requests, moods and faults in the same order; only
 * the machine's timing, which decides how things interleave, differs. ROUNDS=… makes runs longer;
 * SEEDS=5 plays five a file, of alpha-1 to delta-5, or of SEED-1 to SEED-5.
 */
import { expect, it } from 'vitest';
import { wallClock } from '@paigham/base/clock.ts';
import { send, type SmsAnswer } from '../support/caller.ts';
import { addRoute } from '../support/health.ts';
import { findSecrets } from '../support/invariants.ts';
import { endLeases, startMortal, type Mortal } from '../support/mortal.ts';
import { OPERATOR_NAMES, PLAIN_BEHAVIOUR, startPaigham, type Paigham } from '../support/paigham.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { times } from '../support/soak.ts';
import { asker, breachesOf, untilOver, watch } from '../support/verify.ts';
import { createAuditor, type Auditor, type Found, type Word } from './auditor.ts';
import { textOf } from '../support/invariants/moves.ts';
import { createDraw } from './draw.ts';
import { ACCOUNTS, drawRound, type Fault, type PlannedSend, type Round } from './plan.ts';

const many = Number(process.env['SEEDS'] ?? 0);
const rounds = Number(process.env['ROUNDS'] ?? times(10, 100));
const RUPEES = 200_000;
const HOUR_MS = 3_600_000;

type World = {
  readonly paigham: Paigham;
  readonly shops: ReadonlyMap<string, Shop>;
  readonly auditor: Auditor;
  readonly okIds: Set<number>;
  mortal: Mortal;
};

async function createWorld(): Promise<World> {
  // Numbers ending in 0 are refused permanently, those ending in 7 cannot be reached.
  const refuseNumbers = [{ pattern: '0$', status: 0x0b }];
  const receiptNumbers = [{ pattern: '7$', state: 'UNDELIV', error: '027' }];
  const paigham = await startPaigham({
    withoutNode: true,
    behaviour: { refuseNumbers, receiptNumbers },
    link: { ambiguousAfterMs: 150, answerTimeoutMs: 2_000, windowSubmits: 50 },
  });
  await watch(paigham);
  // Every operator can also be reached through the next one's link.
  await addRoute(paigham, 'Jazz', 'zong');
  await addRoute(paigham, 'Zong', 'ufone');
  await addRoute(paigham, 'Ufone', 'telenor');
  await addRoute(paigham, 'Telenor', 'jazz');
  const auditor = createAuditor();
  const shops = new Map<string, Shop>();
  for (const name of ACCOUNTS) {
    shops.set(name, await openShop(paigham.world, { rupees: String(RUPEES) }));
    auditor.open(name, RUPEES * 100);
  }
  const mortal = await startMortal(paigham);
  return { paigham, shops, auditor, okIds: new Set(), mortal };
}

async function sendPlanned(world: World, planned: PlannedSend): Promise<void> {
  const { request, type, key, times } = planned;
  const shop = world.shops.get(request.account);
  if (shop === undefined) throw new Error(`there is no account ${request.account}`);
  const { shared, brand, shortCode } = shop.senders;
  const parameters = shop.write(request.text, request.recipients.join(','), {
    sender: { simple: shared, branded: brand, short_code: shortCode }[request.route],
    ...(type === undefined ? {} : { type }),
    ...(key === undefined ? {} : { idempotency_key: key }),
  });
  const once = async (): Promise<void> => {
    const { node, dead } = world.mortal;
    const answer = await send(node.baseUrl, parameters, dead).catch(() => undefined);
    if (answer?.id !== undefined) world.okIds.add(answer.id);
    world.auditor.hear(request, wordOf(answer));
  };
  await Promise.all(Array.from({ length: times }, once));
}

/** A 503 may hide a commit whose answer was lost; every other refusal is final. */
function wordOf(answer: SmsAnswer | undefined): Word {
  if (answer === undefined || answer.httpStatus === 503) return { kind: 'unknown' };
  const { id, replayed, code = '' } = answer;
  return id === undefined ? { kind: 'refused', code } : { kind: 'ok', id, replayed };
}

async function bring(world: World, fault: Fault): Promise<void> {
  const { paigham, mortal } = world;
  switch (fault.kind) {
    case 'none':
      return;
    case 'drop': {
      const name = OPERATOR_NAMES[fault.operator] ?? 'jazz';
      return paigham.operators[name].change({ dropPoint: fault.point, dropAfterSubmits: 2 });
    }
    case 'restart':
      await mortal.node.stop();
      world.mortal = await startMortal(paigham);
      return;
    case 'death':
      mortal.die();
      await endLeases(paigham);
      world.mortal = await startMortal(paigham);
      return;
    case 'outage':
      mortal.wire.cut();
      mortal.wire.mend();
  }
}

async function play(world: World, round: Round): Promise<void> {
  await world.paigham.behave(round.behaviour);
  let answers = 0;
  let brought: Promise<void> | undefined;
  await Promise.all(
    round.sends.map(async (planned) => {
      await sendPlanned(world, planned);
      answers += 1;
      if (answers > round.faultAfter) brought ??= bring(world, round.fault);
    }),
  );
  await brought;
}

/**
 * Lets everything end. What a node lost track of, because the answer to a commit was lost, the next
 * one finds; what no operator ever reports on is given up after 72 hours.
 */
async function conclude({ paigham, mortal }: World): Promise<void> {
  await paigham.behave({ ...quiet, receiptDelayMs: 0 });
  await mortal.node.stop();
  const next = await paigham.startNode();
  await untilOver(paigham, { silent: true });
  await next.stop();
  const nowMs = (): number => wallClock.nowMs() + 73 * HOUR_MS;
  const later = await paigham.startNode({ clock: { ...wallClock, nowMs } });
  await untilOver(paigham);
  await later.stop();
}

/** Operators as at the start, except for the numbers that they refuse or cannot reach. */
const { refuseNumbers: _refused, receiptNumbers: _unreachable, ...quiet } = PLAIN_BEHAVIOUR;

async function audit({ paigham, shops, auditor }: World): Promise<readonly string[]> {
  const ask = asker(paigham.db);
  const names = new Map([...shops].map(([name, { accountId }]) => [accountId as number, name]));
  type Row = Omit<Found, 'account'> & { readonly account: number };
  const rows = await ask<Row>(
    `select m.account_id as account, m.recipient::text, ${await textOf(ask)} as text, m.parts,
            m.posted_micros as posted, m.state
     from messages m`,
  );
  const balances = await ask<{ readonly account: number; readonly micros: number }>(
    'select account_id as account, available_micros as micros from balances',
  );
  return auditor.compare(
    rows.map((row) => ({ ...row, account: names.get(row.account) ?? 'nobody' })),
    new Map(balances.map((it) => [names.get(it.account) ?? '', it.micros / 10_000])),
  );
}

/** Plays what a seed draws, and looks at what it left behind. */
async function simulate(seed: string): Promise<void> {
  console.log(`SEED=${seed} ROUNDS=${rounds}`);
  const world = await createWorld();
  const draw = createDraw(seed);
  for (let number = 0; number < rounds; number += 1) {
    await play(world, drawRound(draw.fork(`round ${number}`), number));
  }
  await conclude(world);
  expect(await audit(world)).toEqual([]);
  expect(await breachesOf(world.paigham, [...world.okIds])).toEqual([]);
  const keys = [...world.shops].map(([name, { apiKey }]) => [`the key of ${name}`, apiKey]);
  const secrets = { ...Object.fromEntries(keys), 'a text': 'No. 0000' } as Record<string, string>;
  expect(findSecrets({ 'the log': world.paigham.logged.join('') }, secrets)).toEqual([]);
  expect(world.paigham.logged.filter((line) => line.includes('"level":"fatal"'))).toEqual([]);
}

/** Declares a file's runs. Its seed is always the same, so that a failure points to a change. */
export function testRuns(own: string): void {
  const seed = process.env['SEED'] ?? own;
  const seeds = many === 0 ? [seed] : Array.from({ length: many }, (_, at) => `${seed}-${at + 1}`);
  it.each(seeds)(
    'the simulated run of SEED=%s agrees with the auditor’s books',
    { timeout: 900_000 },
    simulate,
  );
}
