/** Keeps templates in step with the platform's: by its events, and by reading them again. */
import { factsOfTemplate } from '../domain/event/chat-facts.ts';
import type { Fact } from '../domain/event/event.ts';
import type { AccountId, ChatBusinessId } from '../domain/ids.ts';
import type { Log } from '../kit/log.ts';
import { oneAtATime } from '../kit/semaphore.ts';
import type { Transaction } from '../kit/postgres/pool.ts';
import { findCampaignsOf } from '../store/batches/batch-holds.ts';
import { raiseAccountVersion } from '../store/nodes/versions.ts';
import { recordTemplate } from '../store/chat/template-changes.ts';
import { findNamedTemplate } from '../store/chat/templates.ts';
import { noteFacts } from '../store/messages/event-outbox.ts';
import type { RoutingSnapshots } from '../store/snapshots/routing-snapshots.ts';
import type { PlacedEvents } from './place-events.ts';
import { stopCampaigns, whyStopped } from './stop-campaigns.ts';

/** What became of templates; `resync`: those whose wording must be read again. */
export async function changeTemplates(
  log: Log,
  transaction: Transaction,
  templates: PlacedEvents['templates'],
  nowMs: number,
): Promise<{ readonly changed: number; readonly resync: ReadonlySet<ChatBusinessId> }> {
  const resync = new Set<ChatBusinessId>();
  const touched = new Set<AccountId>();
  const facts: Fact[] = [];
  for (const { accountId, businessId, atMs, event } of templates) {
    const { templateId: platformId, name, language, change } = event;
    const named = { platformId, name, language };
    const found = await findNamedTemplate(transaction, { accountId, businessId, ...named });
    if (found === undefined || change.what === 'wording') {
      resync.add(businessId);
      continue;
    }
    const by = { atMs, actor: 'platform' };
    const key = { accountId, id: found.id };
    const changed = await recordTemplate(transaction, key, newsOf(change), by);
    if (changed === undefined) continue;
    touched.add(accountId);
    facts.push(...factsOfTemplate(changed));
    const why = whyStopped({ state: changed.state, ...qualityIn(change) });
    if (why === undefined) continue;
    const campaigns = await findCampaignsOf(transaction, { accountId, templateId: found.id });
    await stopCampaigns({ log, transaction, atMs: nowMs }, campaigns, why);
  }
  await noteFacts(transaction, facts, { atMs: nowMs });
  for (const accountId of [...touched].toSorted((a, b) => a - b)) {
    await raiseAccountVersion(transaction, { accountId });
  }
  return { changed: touched.size, resync };
}

const qualityIn = (change: Change) => (change.what === 'quality' ? { quality: change.to } : {});

type Change = Exclude<
  PlacedEvents['templates'][number]['event']['change'],
  { readonly what: 'wording' }
>;

function newsOf(change: Change) {
  switch (change.what) {
    case 'state': {
      const { to: state, reason } = change;
      return reason === undefined ? { state } : { state, reason };
    }
    case 'category':
      return { category: change.to };
    case 'quality':
      return { quality: change.to };
  }
}

/** Compares the templates of a business account with the platform's. */
type SyncTemplates = (ask: {
  readonly accountId: AccountId;
  readonly business: string;
}) => Promise<
  { readonly ok: true } | { readonly ok: false; readonly field: string; readonly rule: string }
>;

/**
 * Reads a business account's templates again: the platform reports a changed wording or an unknown
 * template, or it is time to. One read at a time per account; a request meanwhile causes one more.
 * The regular read makes up for failures.
 */
export function createResync(
  sync: SyncTemplates,
  routing: Pick<RoutingSnapshots, 'current'>,
  log: Log,
): (businessId: ChatBusinessId) => void {
  const read = async (businessId: ChatBusinessId): Promise<void> => {
    const business = routing.current().chat.businesses.get(businessId);
    if (business === undefined) return;
    const { accountId, platformId } = business;
    try {
      const synced = await sync({ accountId, business: platformId });
      if (synced.ok) return;
      const why = `${synced.field} ${synced.rule}`;
      log.warn({ business: platformId, why }, 'templates could not be read anew');
    } catch (error) {
      log.warn({ business: platformId, error }, 'templates could not be read anew');
    }
  };
  const readings = new Map<ChatBusinessId, () => Promise<void>>();
  return (businessId) => {
    const reading = readings.get(businessId) ?? oneAtATime(() => read(businessId));
    readings.set(businessId, reading);
    void reading();
  };
}

/** Reads a business account's numbers; what the platform refuses is tried again by the job. */
export function createReadNumbers(
  read: SyncTemplates,
  routing: Pick<RoutingSnapshots, 'current'>,
  log: Log,
): (businessId: ChatBusinessId) => Promise<void> {
  return async (businessId) => {
    const business = routing.current().chat.businesses.get(businessId);
    if (business === undefined) return;
    const { accountId, platformId } = business;
    try {
      const done = await read({ accountId, business: platformId });
      if (done.ok) return;
      const why = `${done.field} ${done.rule}`;
      log.warn({ business: platformId, why }, 'numbers could not be read at the platform');
    } catch (error) {
      log.warn({ business: platformId, error }, 'numbers could not be read at the platform');
    }
  };
}
