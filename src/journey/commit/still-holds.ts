import type { Account, AccountKey } from '../../domain/account/account.ts';
import type { OperatorId } from '../../domain/ids.ts';
import { capsOf } from '../../domain/policy/policy.ts';
import { sameOpening, type DayHours, type Opening } from '../../domain/policy/hours.ts';
import type { Sender } from '../../domain/sender/sender.ts';
import type { Template } from '../../domain/template/template.ts';
import type { RoutingSnapshot } from '../../store/snapshots/routing-snapshots.ts';
import { openingOf } from '../accept/ask-policy.ts';
import type { PriceList } from '../charge/price.ts';
import type { Holds } from './publish-batch.ts';

/** What the texts of a batch were judged by. */
type JudgedBy = {
  readonly account: Account;
  readonly sender: Sender;
  readonly template: Template;
  readonly dryRun: boolean;
  readonly sendAtMs?: number | undefined;
  readonly sendHours?: DayHours | undefined;
  readonly routing: RoutingSnapshot;
  /** Whether its hours were open at `atMs`. */
  readonly opening: Opening | undefined;
  readonly atMs: number;
};

/** Whether the same texts may still be sent, at the same prices and times. */
export function stillHolds(judged: JudgedBy): Holds {
  const { routing, opening, atMs } = judged;
  const { sender } = judged;
  const capsBy = ({ policy }: RoutingSnapshot): string =>
    JSON.stringify(capsOf(policy.caps, judged.account.id, sender.route));
  return {
    account: (fresh) => accountHolds(judged, fresh),
    settings: (fresh) =>
      samePrices(routing, fresh) &&
      sameOpening(openingOf(judged, { policy: fresh.policy, now: { wallMs: atMs } }), opening) &&
      capsBy(fresh) === capsBy(routing),
  };
}

/**
 * An opt-out or added credit does not cause a batch to be judged again. A caller whose key or
 * address list has changed must authenticate again.
 */
export function accountHolds(
  { account, sender, template }: Pick<JudgedBy, 'account' | 'sender' | 'template'>,
  fresh: Account,
): boolean {
  const now = {
    sender: fresh.sendersById.get(sender.id),
    template: fresh.templates.get(template.id),
  };
  return (
    keyHolds(account, fresh) &&
    fresh.verified === account.verified &&
    fresh.fixedContent === account.fixedContent &&
    fresh.mnpCoverage === account.mnpCoverage &&
    fresh.mnpOption === account.mnpOption &&
    fresh.lookalikes === account.lookalikes &&
    isAlike(now.sender, sender) &&
    isAlike(now.template, template)
  );
}

/** The same of whoever asks, and of what is asked of recipients, whatever is sent. */
export function keyHolds(account: Account, fresh: Account): boolean {
  return (
    fresh.isTest === account.isTest &&
    fresh.active === account.active &&
    fresh.needsConsent === account.needsConsent &&
    isAlike(fresh.ipList, account.ipList) &&
    account.keys.every((key) => fresh.keys.some((other) => isSameKey(key, other)))
  );
}

function isSameKey(key: AccountKey, other: AccountKey): boolean {
  return key.hash === other.hash && isAlike(key, other);
}

/** Compares plain data of the same shape. */
export function isAlike(some: unknown, other: unknown): boolean {
  return JSON.stringify(some) === JSON.stringify(other);
}

/** What a number's price depends on. */
type Priced = PriceList & { readonly operatorsByPrefix: ReadonlyMap<string, OperatorId> };

/** Whether everything sent costs the same under both snapshots, whatever else has changed. */
export function samePrices(some: Priced, other: Priced): boolean {
  return textOf(some) === textOf(other);
}

function textOf({ tariffs, lookupTariffs, carriedBy, operatorsByPrefix }: Priced): string {
  const rows = [
    ...tariffs.map((it) => [
      ...['tariff', it.id, it.accountId, it.senderRoute, it.operatorId],
      ...[it.partPriceMicros, it.validFromMs],
    ]),
    ...lookupTariffs.map((it) => [
      ...['look-up', it.id, it.accountId, it.firstMicros, it.againMicros, it.validFromMs],
    ]),
    ...[...carriedBy].map((pair) => ['carried', ...pair]),
    ...[...operatorsByPrefix].map((pair) => ['prefix', ...pair]),
  ];
  return rows
    .map((row) => row.join(' '))
    .toSorted()
    .join('\n');
}
