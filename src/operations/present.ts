/**
 * What operations would change, as it is now: a form that shows it can send what was changed alone,
 * and can take away what is there. By the fields that say which one it is.
 */
import { showRupees } from '../domain/pricing/money.ts';
import type { AccountId, KeyId, TemplateId } from '../domain/ids.ts';
import { DAYS } from '../domain/policy/hours.ts';
import { LINK_FIELDS } from '../domain/routing/smpp-link-config.ts';
import type { Variable } from '../domain/template/template.ts';
import { findKey } from '../features/keys/keys.sql.ts';
import { findCodeSender } from '../features/registration/registrations.sql.ts';
import { findTemplate } from '../features/templates/templates.sql.ts';
import { findAccountUser, listStaff } from '../features/users/users.sql.ts';
import { findAccountPlan } from '../store/chat/businesses.ts';
import { readBalance } from '../store/ledger/balances.ts';
import { findConversation } from '../features/conversations/conversations.sql.ts';
import { setAccount, setIpList, showAccount } from '../features/accounts/accounts.operations.ts';
import { setSpendCaps } from '../features/accounts/spend-caps.operations.ts';
import { capList, setCap } from '../features/caps/caps.operations.ts';
import {
  changeNumber,
  SETTABLE,
  setChatPlan,
} from '../features/chat-numbers/chat-numbers.operations.ts';
import { setCannedAnswer } from '../features/canned-answers/canned-answers.operations.ts';
import { findCannedAnswer } from '../features/canned-answers/canned-answers.sql.ts';
import { findNumber } from '../features/chat-numbers/set-number.ts';
import { setContact } from '../features/contacts/contacts.operations.ts';
import { findContact, findSegment } from '../features/contacts/contacts.sql.ts';
import { setSegment } from '../features/contacts/segments.operations.ts';
import { setConversation } from '../features/conversations/conversations.operations.ts';
import { setLowCredit } from '../features/credit/credit.operations.ts';
import { findNamedLink } from './fields.ts';
import { setJoinForm } from '../features/join-forms/join-forms.operations.ts';
import { findJoinForm } from '../features/join-forms/join-forms.sql.ts';
import { hoursList, setHours } from '../features/hours/hours.operations.ts';
import { setKey } from '../features/keys/keys.operations.ts';
import { configProperties } from '../features/links/link-config-fields.ts';
import { changeLink } from '../features/links/links.operations.ts';
import type { Definition, Filled, OperationContext, Shape } from './operation.ts';
import { operatorList, pointOperator } from '../features/operators/operators.operations.ts';
import { nameCodeSender } from '../features/sign-in/code-sender.operations.ts';
import { setStaff } from '../features/users/logins.operations.ts';
import { routeList, setRoute } from '../features/routes/routes.operations.ts';
import { plain, showTime, type Fields } from './show.ts';
import {
  chatTariffList,
  lookupPriceList,
  setChatTariff,
  setLookupPrice,
  setTariff,
  tariffList,
} from '../features/tariffs/tariffs.operations.ts';
import { proposeWording, setValidity } from '../features/templates/templates.operations.ts';
import { changeRole } from '../features/users/users.operations.ts';

/** By the names that bodies use; what is absent or null is not set. */
type Shown = Readonly<Record<string, unknown>>;

type Present = {
  /** The fields of its input that say which one it is. */
  readonly by: Shape;
  /** undefined: there is none like it yet. Throws as `Field.read` does. */
  read(
    context: OperationContext,
    input: Readonly<Record<string, unknown>>,
  ): Promise<Shown | undefined>;
};

function of<S extends Shape, By extends keyof S & string>(
  { definition }: { readonly definition: Definition & { readonly input: S } },
  by: readonly By[],
  read: (context: OperationContext, input: Filled<Pick<S, By>>) => Promise<Shown | undefined>,
): readonly [string, Present] {
  const named = Object.fromEntries(by.map((key) => [key, definition.input[key] as S[By]]));
  const meant = Object.fromEntries(by.map((key) => [key, definition.input[key]?.fallback]));
  const present: Present = {
    by: named,
    read: (context, input) => read(context, { ...meant, ...input } as Filled<Pick<S, By>>),
  };
  return [definition.name, present];
}

const PRESENT: ReadonlyMap<string, Present> = new Map([
  of(setAccount, ['accountId'], readAccount),
  of(setIpList, ['accountId'], async (context, input) => ({
    addresses: (await readAccount(context, input))['ip_list'],
  })),
  of(setLowCredit, ['accountId'], readAccount),
  of(setSpendCaps, ['accountId'], async ({ reader, admin }, { accountId }) => {
    const balance = await readBalance(reader, accountId, admin.clock.nowMs());
    if (balance === undefined) return undefined;
    const { day, month } = balance.spending;
    const shown = (cap: typeof day.capMicros) => (cap === undefined ? cap : showRupees(cap));
    return {
      day: shown(day.capMicros),
      month: shown(month.capMicros),
      alarm_at: balance.spendAlarmPercent,
    };
  }),
  of(changeLink, ['name'], async ({ reader }, { name }) =>
    configProperties(LINK_FIELDS, (await findNamedLink(reader, name)).config),
  ),
  of(
    setRoute,
    ['operator', 'link', 'senderRoute', 'category', 'accountId'],
    async (context, { operator, link, senderRoute, category, accountId }) => {
      const wanted = { operator, link, sender_route: senderRoute ?? ANY };
      const found = (await rowsOf(context, routeList)).find(
        like({ ...wanted, category: category ?? ANY, account: accountId ?? ANY }),
      );
      return found && { ...found, off: found['enabled'] === false };
    },
  ),
  of(
    setTariff,
    ['senderRoute', 'operator', 'accountId'],
    async (context, { senderRoute: route, operator = EVERY, accountId = EVERY }) => {
      const price = await priceNow(context, tariffList, { route, operator, account: accountId });
      return price && { rupees: price['per_part'], refund_failed: price['refund_failed'] };
    },
  ),
  of(setChatTariff, ['category', 'accountId'], async (context, { category, accountId = EVERY }) => {
    const price = await priceNow(context, chatTariffList, { category, account: accountId });
    return price && { rupees: price['price'] };
  }),
  of(setLookupPrice, ['accountId'], async (context, { accountId = EVERY }) =>
    priceNow(context, lookupPriceList, { account: accountId }),
  ),
  of(setHours, ['accountId'], async (context, { accountId = EVERY }) => {
    const rows = await rowsOf(context, hoursList);
    const own = rows.find(like({ account: accountId })) ?? rows.find(like({ account: EVERY }));
    const [hours, ...others] = new Set(own && DAYS.map((day) => own[day]));
    return others.length > 0 ? undefined : { hours };
  }),
  of(
    setCap,
    ['scope', 'minutes', 'senderRoute', 'accountId'],
    async (context, { scope: per, minutes, senderRoute = EVERY, accountId = EVERY }) => {
      const caps = (await rowsOf(context, capList)).filter(
        like({ per, route: senderRoute, account: accountId }),
      );
      const found = caps.find((it) => it['minutes'] === minutes || it['most'] === 'none');
      return found && { most: found['most'] };
    },
  ),
  of(changeNumber, ['accountId', 'number'], async ({ reader }, { accountId, number }) => {
    const found = await findNumber(reader, accountId, number);
    return found && { enabled: found.enabled, ...configProperties(SETTABLE, found.config) };
  }),
  of(setChatPlan, ['accountId'], async ({ reader }, { accountId }) => {
    const { templatesMost: templates, collapseBlanks } = await findAccountPlan(reader, accountId);
    return { templates, collapse_blanks: collapseBlanks };
  }),
  of(setKey, ['accountId', 'keyId'], async ({ reader }, { accountId, keyId }) => {
    const key = await findKey(reader, { accountId, id: keyId as KeyId });
    const endsMs = key?.expiresAtMs;
    const expires = endsMs === undefined ? null : showTime(endsMs);
    return key && { name: key.name, scopes: key.scopes, expires_at: expires };
  }),
  of(proposeWording, ['accountId', 'templateId'], async ({ reader }, input) => {
    const found = await findTemplate(reader, {
      accountId: input.accountId,
      id: input.templateId as TemplateId,
    });
    if (found === undefined) return undefined;
    const { message: wording, category, variables } = found.proposed ?? found;
    return { wording, category, variables: variables.map(declare) };
  }),
  of(setValidity, ['accountId', 'templateId'], async ({ reader }, input) => {
    const found = await findTemplate(reader, {
      accountId: input.accountId,
      id: input.templateId as TemplateId,
    });
    return found && { minutes: found.validityMinutes ?? 'usual' };
  }),
  of(changeRole, ['accountId', 'userId'], async ({ reader }, { accountId, userId }) => {
    const user = await findAccountUser(reader, { accountId, userId });
    return user && { role: user.role };
  }),
  of(setStaff, ['email'], async ({ reader }, { email }) => {
    const isNamed = (it: { readonly email: string }) =>
      it.email.toLowerCase() === email.trim().toLowerCase();
    const role = (await listStaff(reader)).find(isNamed)?.staffRole;
    return role && { role };
  }),
  of(nameCodeSender, [], async ({ reader }) => {
    const given = await findCodeSender(reader);
    if (given === undefined) return undefined;
    return { account: String(given.accountId), sender: given.sender, template: given.templateId };
  }),
  of(setConversation, ['accountId', 'conversationId'], async ({ reader }, input) => {
    const found = await findConversation(reader, {
      accountId: input.accountId,
      id: input.conversationId,
    });
    if (found === undefined) return undefined;
    const assigned = found.assignedUser === undefined ? null : String(found.assignedUser);
    return { assigned_to: assigned, read: found.unread === 0, state: found.state };
  }),
  of(setContact, ['accountId', 'contactId'], async ({ reader }, { accountId, contactId: id }) => {
    const found = await findContact(reader, { accountId, id });
    if (found === undefined) return undefined;
    const { mobile, userId, name, language, tags } = found;
    return { mobile, user_id: userId, name, language, tags };
  }),
  of(setSegment, ['accountId', 'segmentId'], async ({ reader }, { accountId, segmentId: id }) => {
    const found = await findSegment(reader, { accountId, id });
    return found && { name: found.name };
  }),
  of(
    setCannedAnswer,
    ['accountId', 'answerId'],
    async ({ reader }, { accountId, answerId: id }) => {
      const found = await findCannedAnswer(reader, { accountId, id });
      return found && { name: found.name, text: found.text };
    },
  ),
  of(setJoinForm, ['accountId', 'formId'], async ({ reader }, { accountId, formId: id }) => {
    const found = await findJoinForm(reader, { accountId, id });
    if (found === undefined) return undefined;
    const { name, wording, wordingUrdu, tag, sender, templateId, active } = found;
    return { name, wording, wording_urdu: wordingUrdu, tag, sender, template: templateId, active };
  }),
  of(pointOperator, ['operator'], async (context, { operator: name }) => {
    const found = (await rowsOf(context, operatorList)).find(like({ name }));
    return found && { carrier: found['carried_by'] };
  }),
]);

/** How the operation of this name shows what it would change; undefined: it makes something new. */
export function presentOf(name: string): Present | undefined {
  return PRESENT.get(name);
}

async function readAccount(
  context: OperationContext,
  input: { readonly accountId: AccountId },
): Promise<Fields> {
  return plain(await showAccount(context, input.accountId)).data as Fields;
}

const ANY = 'any';
const EVERY = 'every';

/** What an operation without input lists. */
async function rowsOf(
  context: OperationContext,
  { definition }: { readonly definition: Definition },
): Promise<readonly Fields[]> {
  const listed = await definition.perform(context, {}, () => Promise.resolve());
  return listed.ok ? (listed.value.data as readonly Fields[]) : [];
}

function like(wanted: Fields): (row: Fields) => boolean {
  return (row) => Object.entries(wanted).every(([name, value]) => row[name] === value);
}

/** The price of this very scope that is in force. */
async function priceNow(
  context: OperationContext,
  list: { readonly definition: Definition },
  wanted: Fields,
): Promise<Fields | undefined> {
  const nowMs = context.admin.clock.nowMs();
  const beganMs = (row: Fields): number => Date.parse(String(row['valid_from']));
  const prices = (await rowsOf(context, list)).filter(like(wanted));
  return prices
    .filter((row) => beganMs(row) <= nowMs)
    .toSorted((one, other) => beganMs(one) - beganMs(other))
    .at(-1);
}

/** As `--variables` takes it. */
function declare({ name, type, maxLength, optional }: Variable): string {
  return [name, type, maxLength, ...(optional === true ? ['optional'] : [])].join(':');
}
