/**
 * The second leg: route → send. Takes what is due for a link, as much as the link has room for,
 * commits that it is taken, and hands it over. What a crash leaves taken is an ambiguous attempt,
 * never an unknown one.
 */
import type { Account } from '../domain/account/account.ts';
import type { MessageKey } from '../domain/message/message.ts';
import type { AttemptResult, Outgoing } from '../domain/message/outgoing.ts';
import { findOptedOut } from '../store/optouts/find-opted-out.ts';
import { takeDue, type TakenDue } from '../store/queue/take-due.ts';
import type { JourneyParts } from './parts.ts';
import { route, type Routed } from './route/route.ts';
import type { Heard, Line } from './send/line.ts';

/**
 * How long a link with nothing known to wait is left alone before the store is asked: other nodes
 * and retries.
 */
const LOOK_MS = 200;
/** Messages taken in one commit, at most. */
const MOST_AT_ONCE = 500;

export type SendOut = {
  /** Looks for due messages of a line now, if it has room; one look at a time. */
  look(line: Line): void;
  /** Begins to look regularly. */
  start(): void;
  /** Begins no more looks and waits for those under way. */
  stop(): Promise<void>;
};

/** The leg on the parts it travels with; `hear` takes what is withdrawn instead of sent. */
export function createSendOut(parts: JourneyParts, hear: (heard: Heard) => void): SendOut {
  const looking = new Map<Line, Promise<void>>();
  let again = new Set<Line>();
  let stopped = false;

  const lookThrough = async (line: Line): Promise<void> => {
    const more = await lookOnce(parts, line, hear).catch((error: unknown) => {
      parts.log.warn({ error, link: line.linkId }, 'due messages could not be taken');
      return false;
    });
    looking.delete(line);
    if (again.delete(line) || more) look(line);
  };
  const look = (line: Line): void => {
    if (stopped || line.room() === 0) return;
    if (looking.has(line)) again.add(line);
    else looking.set(line, lookThrough(line));
  };

  let timer: { cancel(): void } | undefined;
  return {
    look(line) {
      if (parts.lines.mayHaveWaiting(line.linkId)) look(line);
    },
    start() {
      timer = parts.clock.every(LOOK_MS, () => parts.lines.all().forEach(look));
    },
    async stop() {
      stopped = true;
      timer?.cancel();
      again = new Set();
      await Promise.all(looking.values());
    },
  };
}

/** One look; true when there may be more to take at once. */
async function lookOnce(
  parts: JourneyParts,
  line: Line,
  hear: (heard: Heard) => void,
): Promise<boolean> {
  const most = Math.min(line.room(), MOST_AT_ONCE);
  const lease = parts.lease.current();
  if (most === 0 || !parts.lease.holds()) return false;
  // Until everything is found, what is accepted now does not overtake it.
  const foundAll = parts.lines.beginLook(line.linkId);
  const due = await parts.db.transact((transaction) =>
    takeDue(transaction, lease, { linkId: line.linkId, most, atMs: parts.clock.nowMs() }),
  );
  const full = due.length === most;
  if (full) parts.lines.setWaiting(line.linkId, true);
  const going = await routeAll(parts, due, (message, results) =>
    hear({ kind: 'attempt', attempt: { linkId: line.linkId, lease, message, results } }),
  );
  line.claim(going.reduce((sum, it) => sum + it.parts - it.partsTaken.length, 0));
  line.hand(going);
  if (!full) foundAll();
  return full && line.room() > 0;
}

type Withdraw = (message: Outgoing, results: AttemptResult['results']) => void;

/** Judges what was taken by what is true now; hands what may not go to `withdraw`. */
async function routeAll(
  parts: JourneyParts,
  due: readonly TakenDue[],
  withdraw: Withdraw,
): Promise<readonly Outgoing[]> {
  const going: Outgoing[] = [];
  for (const message of due) {
    const routed = await judge(parts, message);
    if (routed.kind === 'go') {
      going.push(routed.message);
      continue;
    }
    const nobody = { ...message, sender: { name: '', route: 'simple' as const } };
    withdraw(
      nobody,
      routed.kind === 'withdrawn' ? [{ part: 0, ...routed }] : [{ part: 1, kind: 'unsent' }],
    );
  }
  return going;
}

/** What cannot be judged now goes back into the line. */
async function judge(
  parts: JourneyParts,
  message: TakenDue,
): Promise<Routed | { readonly kind: 'unjudged' }> {
  try {
    const account = await findAccount(parts, message);
    const template = account?.templates.get(message.templateId);
    const optedOut =
      account?.hasOptouts === true &&
      (await isOptedOut(parts, message, template?.category === 'promotional'));
    return route(message, account, { atMs: parts.clock.nowMs(), optedOut });
  } catch (error) {
    parts.log.warn({ error }, 'a due message could not be judged');
    return { kind: 'unjudged' };
  }
}

/** The account as it was when the message was taken: what was revoked before that holds. */
async function findAccount(
  { accounts }: JourneyParts,
  { accountId, accountVersion }: TakenDue,
): Promise<Account | undefined> {
  const known = await accounts.byId(accountId);
  if (known === undefined || known.version >= accountVersion) return known;
  accounts.forget(accountId);
  return accounts.byId(accountId);
}

async function isOptedOut(
  parts: JourneyParts,
  message: MessageKey & { readonly recipient: string },
  promotional: boolean,
): Promise<boolean> {
  const { accountId, recipient } = message;
  const ask = { accountId, recipients: [recipient], promotional };
  return (await findOptedOut(parts.db, ask)).has(recipient);
}
