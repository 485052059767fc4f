import type { PlatformAccess, PlatformTemplate } from '../../domain/chat/platform.ts';
import { mediaSampleOf } from '../../domain/chat/template.ts';
import { isSameJson, withoutSamples } from '../../domain/chat/components.ts';
import { factsOfTemplate } from '../../domain/event/chat-facts.ts';
import type { AccountId, ChatTemplateId } from '../../domain/ids.ts';
import { limit } from '../../domain/limits.ts';
import type { Transaction } from '../../kit/postgres/pool.ts';
import { type BusinessRecord, noteSync, noteSyncBegun } from '../../store/chat/businesses.ts';
import {
  insertChatTemplate,
  recordTemplate,
  type Told,
} from '../../store/chat/template-changes.ts';
import { type ChatTemplateRecord, listOfBusiness } from '../../store/chat/templates.ts';
import { noteFacts } from '../../store/messages/event-outbox.ts';
import { changeAccount, changed, refuse, type Outcome } from '../../operations/admin.ts';
import { refuseBy, type ChatAdmin, type ChatOutcome } from '../chat-numbers/chat-admin.ts';
import { CREATING } from './create-template.ts';
import { findAccess, type OpenBusiness } from '../chat-numbers/find-access.ts';

type SyncTemplates = {
  readonly accountId: AccountId;
  /** The platform's id of a business account; undefined: the account's only or first one. */
  readonly business: string | undefined;
};

type Synced = {
  readonly seen: number;
  readonly added: number;
  readonly changed: number;
  readonly gone: number;
  /** How many default files for media headers were fetched. */
  readonly samples: number;
  /** How many templates the platform allows, if it says so. */
  readonly most: number | undefined;
};

/** How long creating a template at the platform may take. */
const CREATING_MS = 10 * 60_000;

/**
 * Brings our list of a business account's templates in line with the platform's: new ones, states,
 * wordings, deletions. Default files for media headers that were made elsewhere are fetched once.
 */
export async function syncTemplates(
  admin: ChatAdmin,
  { accountId, business }: SyncTemplates,
): Promise<ChatOutcome<Synced>> {
  const opened = await findAccess(admin, accountId, business);
  if (!opened.ok) return opened;
  const startedAtMs = admin.clock.nowMs();
  const known = await admin.transact(async (transaction) => {
    await noteSyncBegun(transaction, { ...opened.value.business, atMs: startedAtMs });
    return read(transaction, opened.value.business);
  });
  const listed = await listAll(admin, opened.value.access);
  if (!listed.ok) return listed;
  const { templates, most } = listed.value;
  const told = { atMs: startedAtMs, actor: `sync by ${admin.actor}` };
  const applied = await apply(admin, opened.value.business, { templates, most, told, known });
  if (!applied.ok) return applied;
  const samples = await fetchSamples(admin, opened.value, templates);
  return { ok: true, value: { ...applied.value, samples, seen: templates.length, most } };
}

type Listed = {
  readonly templates: readonly PlatformTemplate[];
  readonly most: number | undefined;
};

/** All pages; with a partial list, templates would seem to be gone. */
async function listAll(
  { platform }: ChatAdmin,
  access: PlatformAccess,
): Promise<ChatOutcome<Listed>> {
  const templates: PlatformTemplate[] = [];
  let after: string | undefined;
  for (let page = 0; page < limit('chatSyncPages'); page += 1) {
    const outcome = await platform.listTemplates(access, after);
    if (outcome.kind !== 'done') return refuseBy(outcome, 'business');
    templates.push(...outcome.value.templates);
    after = outcome.value.next;
    if (after === undefined) return { ok: true, value: { templates, most: outcome.value.most } };
  }
  return refuse('business', `has more than ${limit('chatSyncPages')} pages of templates`);
}

type Counts = Pick<Synced, 'added' | 'changed' | 'gone'>;

type Known = ReadonlyMap<string, ChatTemplateRecord>;

async function read(
  transaction: Transaction,
  { accountId, id }: Pick<BusinessRecord, 'accountId' | 'id'>,
): Promise<Known> {
  const rows = await listOfBusiness(transaction, { accountId, businessId: id });
  return new Map(rows.map((it) => [nameOf(it), it]));
}

/** Whether nothing has been reported on a template since the platform was asked for its list. */
function isStill(now: ChatTemplateRecord | undefined, known: ChatTemplateRecord | undefined) {
  return (
    now?.state === known?.state &&
    now?.changedAtMs === known?.changedAtMs &&
    // Events about these do not change the time of the state.
    now?.category === known?.category &&
    now?.quality === known?.quality &&
    isSameJson(now?.components, known?.components)
  );
}

type News = {
  readonly name: string;
  /** undefined: the platform no longer has it. */
  readonly seen: PlatformTemplate | undefined;
};

function newsIn(templates: Listed['templates'], known: Known, told: Told): readonly News[] {
  const seen = new Map(
    templates.map((it) => [nameOf(it), asKept(it, known.get(nameOf(it)))] as const),
  );
  return [
    ...[...seen].flatMap(([name, it]) => (isKnown(known.get(name), it) ? [] : { name, seen: it })),
    ...[...known].flatMap(([name, it]) =>
      seen.has(name) || !isGone(it, told) ? [] : { name, seen: undefined },
    ),
  ];
}

/** In pieces, because each holds the account's balance, which everybody's sends wait for. */
async function apply(
  admin: ChatAdmin,
  business: BusinessRecord,
  {
    templates,
    most: templateLimit,
    told,
    known,
  }: Listed & { readonly told: Told; readonly known: Known },
): Promise<Outcome<Counts>> {
  const counts = { added: 0, changed: 0, gone: 0 };
  const news = newsIn(templates, known, told);
  const most = limit('chatSyncPiece');
  // At least one: it records that the lists were compared.
  for (let from = 0; from === 0 || from < news.length; from += most) {
    const isLast = from + most >= news.length;
    const synced = isLast ? { atMs: told.atMs, templateLimit } : undefined;
    const piece = { news: news.slice(from, from + most), told, known, synced };
    const applied = await applyPiece(admin, business, piece);
    if (!applied.ok) return applied;
    for (const what of ['added', 'changed', 'gone'] as const) counts[what] += applied.value[what];
  }
  return { ok: true, value: counts };
}

type Piece = {
  readonly news: readonly News[];
  readonly told: Told;
  readonly known: Known;
  /** With the last piece. */
  readonly synced: Omit<Parameters<typeof noteSync>[1], 'accountId' | 'id'> | undefined;
};

function applyPiece(
  admin: ChatAdmin,
  business: BusinessRecord,
  { news, told, known, synced }: Piece,
): Promise<Outcome<Counts>> {
  const { accountId } = business;
  return changeAccount(admin, { action: 'chat.sync', accountId }, async (transaction) => {
    const byName = await read(transaction, business);
    const counts = { added: 0, changed: 0, gone: 0 };
    for (const { name, seen } of news) {
      const before = byName.get(name);
      // A report that came meanwhile is newer than the list.
      if (!isStill(before, known.get(name))) continue;
      if (seen !== undefined) {
        const fate = await record(transaction, { business, before, seen, told });
        if (fate !== 'same') counts[fate] += 1;
      } else if (before !== undefined) {
        await recordTemplate(transaction, before, { state: 'deleted' }, told);
        counts.gone += 1;
      }
    }
    if (synced !== undefined) await noteSync(transaction, { ...business, ...synced });
    return changed(counts, { business: business.platformId, ...counts });
  });
}

/** Whether one missing from the platform's list used to be there, and is not being created. */
function isGone({ state, changedAtMs }: ChatTemplateRecord, { atMs }: Told): boolean {
  return state !== 'deleted' && !(state === CREATING && changedAtMs > atMs - CREATING_MS);
}

function nameOf({ name, language }: { readonly name: string; readonly language: string }): string {
  return `${name} ${language}`;
}

type Seen = {
  readonly business: BusinessRecord;
  readonly before: ChatTemplateRecord | undefined;
  readonly seen: PlatformTemplate;
  readonly told: Told;
};

async function record(
  transaction: Transaction,
  { business, before, seen, told }: Seen,
): Promise<'added' | 'changed' | 'same'> {
  const { id: platformId, name, language, category, state } = seen;
  const { reason, quality, source, components } = seen;
  if (before === undefined || before.state === 'deleted') {
    const { accountId, id: businessId } = business;
    const row = { accountId, businessId, platformId, name, language, category, state, reason };
    const sampleId = undefined;
    const template = { ...row, quality, source, components, sampleId };
    await insertChatTemplate(transaction, template, told);
    return 'added';
  }
  const news = {
    platformId,
    category,
    components,
    state,
    ...(reason === undefined ? {} : { reason }),
    ...(quality === undefined ? {} : { quality }),
    ...(source === undefined ? {} : { source }),
  };
  const recorded = await recordTemplate(transaction, before, news, told);
  await noteFacts(transaction, factsOfTemplate(recorded), { atMs: told.atMs });
  return recorded === undefined ? 'same' : 'changed';
}

/**
 * The platform says NONE and UNKNOWN when it has nothing to say. Its list has one word for why,
 * where the event had sentences and what to do: those stay while state and word are the same.
 */
function asKept(
  seen: PlatformTemplate,
  before: Pick<ChatTemplateRecord, 'state' | 'reason'> | undefined,
): PlatformTemplate {
  const word = seen.reason?.toUpperCase() === 'NONE' ? undefined : seen.reason;
  const isSaid = before?.state === seen.state && before.reason?.startsWith(word ?? '') === true;
  return {
    ...seen,
    components: withoutSamples(seen.components),
    reason: isSaid ? before.reason : word,
    quality: seen.quality === 'unknown' ? undefined : seen.quality,
  };
}

/** Usually so: then nothing is written. */
function isKnown(before: ChatTemplateRecord | undefined, seen: PlatformTemplate): boolean {
  if (before === undefined || before.state === 'deleted') return seen.state === 'deleted';
  return (
    before.platformId === seen.id &&
    before.state === seen.state &&
    before.reason === seen.reason &&
    before.category === seen.category &&
    before.quality === (seen.quality ?? before.quality) &&
    before.source === (seen.source ?? before.source) &&
    isSameJson(before.components, seen.components)
  );
}

/** The platform shows samples at addresses that expire: each file is fetched once and kept. */
async function fetchSamples(
  admin: ChatAdmin,
  { business }: OpenBusiness,
  templates: readonly PlatformTemplate[],
): Promise<number> {
  const { accountId, id: businessId } = business;
  const known = await admin.transact((transaction) =>
    listOfBusiness(transaction, { accountId, businessId }),
  );
  let fetched = 0;
  for (const { name, language, components } of templates) {
    const record = known.find((it) => nameOf(it) === nameOf({ name, language }));
    const sample = mediaSampleOf(components);
    if (record === undefined || record.sampleId !== undefined || sample === undefined) continue;
    if (await fetchSample(admin, { accountId, id: record.id }, sample)) fetched += 1;
  }
  return fetched;
}

/** An unavailable sample is not an error: each send must then bring its own file. */
async function fetchSample(
  admin: ChatAdmin,
  { accountId, id }: { readonly accountId: AccountId; readonly id: ChatTemplateId },
  sample: { readonly url: string; readonly wanted: 'image' | 'video' | 'document' },
): Promise<boolean> {
  const taken = await admin.samples.take(accountId, sample);
  if (!taken.ok) return false;
  const auditAction = { action: 'chat.template.sample', accountId };
  const kept = await changeAccount(admin, auditAction, async (transaction) => {
    const told = { atMs: admin.clock.nowMs(), actor: admin.actor };
    await recordTemplate(transaction, { accountId, id }, { sampleId: taken.id }, told);
    return changed(undefined, { id, sample: taken.id });
  });
  return kept.ok;
}
