import {
  CHAT_PRICES,
  chatCostFor,
  type ChatPrice,
  type ChatTariff,
  chatTariffFor,
  type ChatTariffQuestion,
} from '../../domain/chat/chat-tariff.ts';
import { stateOfGraphVersion } from '../../domain/chat/graph-version.ts';
import { DAY_MS, HOUR_MS } from '../../domain/durations.ts';
import { limit } from '../../domain/limits.ts';
import { stampInZone } from '../../domain/policy/hours.ts';
import { whatRests } from '../../domain/chat/account-chat.ts';
import { checkChatLinkConfig } from '../../domain/routing/chat-link-config.ts';
import { showRupees, ZERO } from '../../domain/pricing/money.ts';
import { firstIdAt } from '../../kit/ids.ts';
import type { Reader } from '../../kit/postgres/pool.ts';
import { SEAL_PURPOSES } from '../../kit/seal.ts';
import { findLastAudit } from '../audit/audit.sql.ts';
import { type BusinessRecord, listBusinesses } from '../../store/chat/businesses.ts';
import { listUnreadFields, readEventBacklog } from '../../store/chat/events.ts';
import { listChatCosts } from '../tariffs/chat-costs.sql.ts';
import { wordsOfTiers } from '../tariffs/tariffs.ts';
import { listChatTariffs } from '../tariffs/tariffs.sql.ts';
import { countBilled } from '../../store/chat/messages.ts';
import { listNumbers, type NumberRecord } from '../../store/chat/numbers.ts';
import { listTiers } from '../../store/chat/tiers.ts';
import { listLivingNodes } from '../../store/nodes/health.ts';
import { fault, fine, warning, type Finding, type CheckContext } from './finding.ts';

const WORDS = { trying: 'is being tried', down: 'is down', needs_attention: 'needs attention' };
/** What numbers of Pakistan begin with. */
const HOME = '92';
/** The alarm is raised again every few minutes while messages fail; little may be sent, though. */
const FAILING_MS = 3_600_000;

/** Whether every chat number can send: its secrets, node, state and prices. */
export async function checkChat(context: CheckContext): Promise<readonly Finding[]> {
  const numbers = await listNumbers(context.reader, { accountId: undefined });
  const enabled = numbers.filter((it) => it.enabled);
  const isServed = (await listLivingNodes(context.reader)).length > 0;
  const findings: Finding[] = [];
  for (const number of enabled) {
    const businesses = await listBusinesses(context.reader, { accountId: number.accountId });
    const business = businesses.find(({ id }) => id === number.businessId);
    const wrong = [
      ...checkNumber(context, number, business),
      ...(isServed ? checkStanding(number) : []),
      ...(await checkFailing(context, number)),
      ...whatRests(number, context.clock.nowMs()).map((it) => warning('', it)),
    ];
    const subject = `chat number ${String(number.config['digits'])}`;
    findings.push(
      ...(wrong.length > 0
        ? wrong.map(({ verdict, sentence }) => ({ subject, verdict, sentence }))
        : [fine(subject, `It sends for account ${number.accountId}.`)]),
      ...(await checkPrices(context, number)).map(({ verdict, sentence }) => {
        return { subject: `chat prices of ${String(number.config['digits'])}`, verdict, sentence };
      }),
    );
  }
  return enabled.length === 0 ? findings : [...findings, ...checkVersion(context)];
}

/** Whether the platform goes on serving the version of its API that is set. */
function checkVersion({ clock, graphVersion: version }: CheckContext): readonly Finding[] {
  if (version === undefined) return [];
  const subject = 'chat platform';
  const state = stateOfGraphVersion(version, clock.nowMs());
  switch (state.kind) {
    case 'good':
      return [];
    case 'unlisted':
      return [warning(subject, `GRAPH_VERSION ${version} is not known here: look up its end.`)];
    case 'ending':
      return [warning(subject, `GRAPH_VERSION ${version} ends on ${state.on}: set a newer one.`)];
    case 'ended':
      return [fault(subject, `GRAPH_VERSION ${version} ended on ${state.on}: set a newer one.`)];
  }
}

function checkNumber(
  { seal, clock }: CheckContext,
  { config }: NumberRecord,
  business: BusinessRecord | undefined,
): readonly Finding[] {
  const checked = checkChatLinkConfig(config);
  if (!checked.ok) return [fault('', `Its ${checked.field} ${checked.rule}.`)];
  if (business === undefined) return [fault('', 'Its business account is gone.')];
  const { platformId, tokenSealed, appSecretsSealed, verifyTokenSealed, syncedAtMs } = business;
  const isOpen = (sealed: Buffer, purpose: string): boolean =>
    seal.open(sealed, purpose) !== undefined;
  const findings: Finding[] = [];
  if (!isOpen(tokenSealed, SEAL_PURPOSES.chatToken(platformId))) {
    findings.push(fault('', 'MASTER_KEY does not decrypt its token: set it again.'));
  }
  const purpose = SEAL_PURPOSES.chatAppSecret(platformId);
  if (!appSecretsSealed.every((it) => isOpen(it, purpose))) {
    findings.push(fault('', 'MASTER_KEY does not decrypt its app secrets: set them again.'));
  }
  if (!isOpen(verifyTokenSealed, SEAL_PURPOSES.chatVerifyToken(platformId))) {
    findings.push(fault('', 'MASTER_KEY does not decrypt its verify token: connect it again.'));
  }
  return [...findings, ...checkSync(syncedAtMs, clock.nowMs())];
}

function checkSync(syncedAtMs: number | undefined, nowMs: number): readonly Finding[] {
  const see = 'see "paigham chat template sync"';
  if (syncedAtMs === undefined) return [warning('', `Its templates were never read: ${see}.`)];
  if (nowMs - syncedAtMs <= limit('chatSyncLateHours') * HOUR_MS) return [];
  const at = stampInZone(syncedAtMs);
  return [warning('', `Its templates were last read at ${at}: ${see}.`)];
}

function checkStanding({ state, words }: NumberRecord): readonly Finding[] {
  if (state === 'up') return [];
  if (state === undefined) {
    return [fault('', 'No running node holds it: does any have the role carriers?')];
  }
  return [fault('', `It ${WORDS[state]}${words === undefined ? '' : `: ${words}`}.`)];
}

/** A number that is up, but for which the platform fails messages it has accepted. */
async function checkFailing(
  { reader, clock }: CheckContext,
  { accountId, id }: NumberRecord,
): Promise<readonly Finding[]> {
  const ask = { accountId, action: 'chat_number.failing', detail: { link: id } };
  const last = await findLastAudit(reader, ask);
  if (last === undefined || clock.nowMs() - last.atMs > FAILING_MS) return [];
  const at = stampInZone(last.atMs);
  const { words, code } = last.detail;
  const why = `${String(words)} (${String(code)})`;
  return [fault('', `The platform is failing its messages, last at ${at}: ${why}.`)];
}

async function checkPrices(
  { reader, clock }: CheckContext,
  number: NumberRecord,
): Promise<readonly Finding[]> {
  const { accountId } = number;
  const tariffs = await listChatTariffs(reader, { accountId });
  const atMs = clock.nowMs();
  const missing = CHAT_PRICES.filter(
    (category) => chatTariffFor(tariffs, { accountId, category, atMs }) === undefined,
  );
  const words = `No price for ${missing.join(', ')}: such messages are refused.`;
  const free = CHAT_PRICES.filter(
    (category) => chatTariffFor(tariffs, { accountId, category, atMs })?.priceMicros === ZERO,
  );
  return [
    ...(missing.length === 0 ? [] : [warning('', words)]),
    ...(await checkCosts(reader, tariffs, { accountId, atMs })),
    ...(free.length === 0 ? [] : await checkFree({ reader, clock }, number, free)),
  ];
}

/** What brings in less than it costs, to numbers of Pakistan. */
async function checkCosts(
  reader: Reader,
  tariffs: readonly ChatTariff[],
  on: Pick<ChatTariffQuestion, 'accountId' | 'atMs'>,
): Promise<readonly Finding[]> {
  const costs = await listChatCosts(reader);
  const known = await listTiers(reader, on);
  return CHAT_PRICES.flatMap((category) => {
    const billedAs = category === 'free_form' ? 'service' : category;
    const cost = chatCostFor(costs, { category: billedAs, country: HOME, atMs: on.atMs });
    const price = chatTariffFor(tariffs, { ...on, category })?.priceMicros;
    if (cost === undefined || price === undefined || price === ZERO || price >= cost) return [];
    const tiers = wordsOfTiers(known, billedAs);
    const [at, of] = [showRupees(price), showRupees(cost)];
    const words =
      tiers === undefined
        ? `Its ${category} is priced ${at} and costs ${of}.`
        : `Its ${category} is priced ${at} and costs ${of} (its tier is ${tiers}).`;
    return [warning('', words)];
  });
}

/** What the platform bills and nobody pays: it began to bill free form in October 2026. */
async function checkFree(
  { reader, clock }: Pick<CheckContext, 'reader' | 'clock'>,
  { accountId, id: linkId }: NumberRecord,
  categories: readonly ChatPrice[],
): Promise<readonly Finding[]> {
  const sinceId = firstIdAt(clock.nowMs() - DAY_MS);
  const billed = await countBilled(reader, { accountId, linkId, categories, sinceId });
  return billed.map(({ category, messages }) =>
    fault(
      '',
      `The platform bills its ${category} (messages since yesterday: ${messages}), priced 0 ` +
        'here: set a price.',
    ),
  );
}

const LATE_WARNING_MS = 30_000;
const LATE_FAULT_MS = 300_000;

/** Whether the chat platform's webhook events are processed in time. */
export async function checkChatEvents({
  reader,
  clock,
}: CheckContext): Promise<readonly Finding[]> {
  const { waiting, oldestAtMs, failed } = await readEventBacklog(reader);
  const lateMs = oldestAtMs === undefined ? 0 : clock.nowMs() - oldestAtMs;
  const seconds = Math.round(lateMs / 1_000);
  const late = `Webhook events that wait: ${waiting}, the oldest for ${seconds} s`;
  const words = failed === 0 ? '' : ` ${failed} could not be processed: see chat_events.error.`;
  const subject = 'chat webhook';
  const unread = await checkUnread(reader);
  if (lateMs >= LATE_FAULT_MS) {
    return [fault(subject, `${late}: is there a worker?${words}`), ...unread];
  }
  if (lateMs >= LATE_WARNING_MS) return [warning(subject, `${late}.${words}`), ...unread];
  return [
    failed === 0 ? fine(subject, 'All events are processed.') : warning(subject, words.trim()),
    ...unread,
  ];
}

/** What the platform reports that nobody reads here: an app may have subscribed to more. */
async function checkUnread(reader: CheckContext['reader']): Promise<readonly Finding[]> {
  return (await listUnreadFields(reader)).map(({ field, seen, lastAtMs }) =>
    warning(
      `chat webhook field ${field}`,
      `Times that it came: ${seen}, last at ${stampInZone(lastAtMs)}. It is not followed here: ` +
        'unsubscribe from it at the platform. The first is in chat_unread_fields.payload.',
    ),
  );
}
