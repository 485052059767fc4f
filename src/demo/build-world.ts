/**
 * The demo world: what a newcomer finds in the service, and what the tests use. Built with the same
 * commands that people use. All names of people and companies are invented.
 */
import type { AccountId, TemplateId } from '../domain/ids.ts';
import { micros, MICROS_PER_RUPEE, parseRupees } from '../domain/pricing/money.ts';
import { DEFAULT_SHORT_CODE, type SenderRoute } from '../domain/sender/sender.ts';
import { createAccount, setAccount } from '../features/accounts/accounts.operations.ts';
import { moveCredit } from '../features/credit/credit.operations.ts';
import { must, type Admin } from '../operations/admin.ts';
import { setCap } from '../features/caps/caps.operations.ts';
import { addLink } from '../features/links/links.operations.ts';
import { seedOperators } from '../features/operators/operators.operations.ts';
import { setRoute } from '../features/routes/routes.operations.ts';
import { setTariff } from '../features/tariffs/tariffs.operations.ts';
import { addSender, decideSender, shareSender } from '../features/senders/senders.operations.ts';
import { addTemplate, decideTemplate } from '../features/templates/templates.operations.ts';
import { DEMO_TEMPLATES, OTP_TEMPLATE, type DemoTemplate } from './demo-templates.ts';

/** The simulated SMSC of an operator. */
export type DemoLink = {
  readonly operator: 'Jazz' | 'Zong' | 'Ufone' | 'Telenor';
  /** On 127.0.0.1. */
  readonly port: number;
  readonly systemId: string;
  readonly password: string;
};

export type BuiltTemplate = DemoTemplate & {
  readonly templateId: TemplateId;
  /** In order of first use. */
  readonly variableNames: readonly string[];
};

export type BuiltAccount = {
  readonly accountId: AccountId;
  readonly name: string;
  readonly apiKey: string;
  readonly templates: readonly BuiltTemplate[];
};

export type BuiltWorld = {
  /** Verified, Rs. 10,000, senders on all three routes. */
  readonly roshan: BuiltAccount;
  /** Not verified, Rs. 20, a shared sender and one approved template. */
  readonly naya: BuiltAccount;
};

export const DEMO_SENDERS = {
  shared: 'InfoSMS',
  brand: 'RoshanStore',
  shortCode: DEFAULT_SHORT_CODE,
} as const;

const MORE_SHARED_SENDERS = ['SMS Alert', 'Notice'];

const PART_PRICES: Readonly<Record<SenderRoute, string>> = {
  simple: '1.50',
  branded: '2.40',
  short_code: '4.80',
};
/** One operator costs more, so that prices by operator can be seen at work. */
const SCO_BRANDED_PRICE = '3.10';

/** Builds it in an empty database, in the caller's transaction or in many. */
export async function buildWorld(admin: Admin, links: readonly DemoLink[]): Promise<BuiltWorld> {
  await seedOperators(admin);
  await setTariffs(admin);
  for (const link of links) await addRoute(admin, link);
  for (const name of [DEMO_SENDERS.shared, ...MORE_SHARED_SENDERS]) {
    must(await shareSender(admin, { name }));
  }
  return { roshan: await addRoshan(admin), naya: await addNaya(admin) };
}

async function setTariffs(admin: Admin): Promise<void> {
  const set = async (senderRoute: SenderRoute, rupees: string, operator?: string) => {
    const partPriceMicros = parseRupees(rupees) ?? micros(0n);
    const everybody = { accountId: undefined, refundFailed: false, validFromMs: undefined };
    must(await setTariff(admin, { ...everybody, senderRoute, operator, partPriceMicros }));
  };
  for (const route of ['simple', 'branded', 'short_code'] as const) {
    await set(route, PART_PRICES[route]);
  }
  await set('branded', SCO_BRANDED_PRICE, 'SCO');
}

/** A link wide and fast enough for anything a laptop can send. */
async function addRoute(admin: Admin, demo: DemoLink): Promise<void> {
  const { operator, port, systemId, password } = demo;
  const link = operator.toLowerCase();
  const address = { host: '127.0.0.1', port, systemId };
  // Simulators write their dates in UTC.
  const config = {
    ...address,
    windowSubmits: 500,
    ratePerSecond: 100_000,
    clockOffsetMinutes: 0,
  };
  must(await addLink(admin, { name: link, config, password }));
  const route = { link, senderRoute: undefined, priority: 100, enabled: true };
  must(await setRoute(admin, { ...route, operator }));
  // SCO has no simulated SMSC of its own: its numbers go through Jazz.
  if (operator === 'Jazz') must(await setRoute(admin, { ...route, operator: 'SCO' }));
}

async function addRoshan(admin: Admin): Promise<BuiltAccount> {
  const account = await addAccount(admin, 'Roshan Store', 10_000n);
  const { accountId } = account;
  must(
    await setAccount(admin, { accountId, verified: true, fixedContent: true, mnpCoverage: true }),
  );
  const { brand: name } = DEMO_SENDERS;
  must(await addSender(admin, { accountId, name, route: 'branded' }));
  must(await decideSender(admin, { accountId, name, state: 'approved' }));
  await liftCaps(admin, accountId);
  return { ...account, templates: await addTemplates(admin, accountId, DEMO_TEMPLATES) };
}

/** People trying the demo send many codes to few numbers: the default caps would get in the way. */
export async function liftCaps(admin: Admin, accountId: AccountId): Promise<void> {
  const none = { most: 'none' } as const;
  for (const scope of ['number', 'block'] as const) {
    must(await setCap(admin, { accountId, scope, ...none }));
  }
}

async function addNaya(admin: Admin): Promise<BuiltAccount> {
  const account = await addAccount(admin, 'Naya Clinic', 20n);
  const { accountId } = account;
  must(await setAccount(admin, { accountId, fixedContent: true }));
  return { ...account, templates: await addTemplates(admin, accountId, [OTP_TEMPLATE]) };
}

async function addAccount(admin: Admin, name: string, rupees: bigint) {
  const { accountId, apiKey } = must(await createAccount(admin, { name }));
  const amountMicros = micros(rupees * MICROS_PER_RUPEE);
  const credit = {
    kind: 'credit',
    amountMicros,
    reference: 'opening credit',
    shared: true,
  } as const;
  must(await moveCredit(admin, { accountId, ...credit }));
  return { accountId, name, apiKey };
}

async function addTemplates(
  admin: Admin,
  accountId: AccountId,
  templates: readonly DemoTemplate[],
): Promise<readonly BuiltTemplate[]> {
  const built: BuiltTemplate[] = [];
  for (const template of templates) {
    const { state, reason } = template;
    const added = must(await addTemplate(admin, { ...template, accountId }));
    const { templateId, variables } = added;
    if (state !== 'waiting') {
      const why = reason === undefined ? {} : { reason };
      must(await decideTemplate(admin, { accountId, templateId, state, ...why }));
    }
    built.push({ ...template, templateId, variableNames: variables.map(({ name }) => name) });
  }
  return built;
}
