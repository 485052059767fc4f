/** Links by what carries there, with their secrets opened. */
import { carrierState, createSmppLink } from '../carriers/smpp/smpp.ts';
import { createSharedBackoff, type SharedBackoff } from '../carriers/whatsapp/backoff.ts';
import type { MediaShelf } from '../carriers/whatsapp/uploads.ts';
import { createWhatsAppLink } from '../carriers/whatsapp/whatsapp.ts';
import type { CarrierEvents, CarrierLink } from '../domain/carrier/carrier.ts';
import { writeOpaqueId } from '../domain/chat/opaque-id.ts';
import type { AccountId, LinkId } from '../domain/ids.ts';
import type { MakeLink } from '../links/hold-links.ts';
import type { Clock } from '../kit/clock.ts';
import type { Config } from '../kit/config.ts';
import type { Log } from '../kit/log.ts';
import type { Metrics } from '../kit/metrics.ts';
import { machineRandom } from '../kit/random.ts';
import { SEAL_PURPOSES, type Seal } from '../kit/seal.ts';
import { uuidOf } from '../kit/uuid-ids.ts';
import type { KnownChatLink, KnownLink, KnownSmppLink } from '../store/routing-snapshot.ts';
import { measureLinks } from './link-traffic.ts';
import { tallyLinks } from './tallies.ts';

export type LinkDeps = {
  readonly config: Pick<Config, 'graphAddress' | 'graphVersion'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly seal: Seal;
  /** Files for the link of one number. */
  readonly shelfOf: (accountId: AccountId, linkId: LinkId) => MediaShelf;
};

type Making = LinkDeps & {
  readonly tallyOf: ReturnType<typeof tallyLinks>;
  readonly backoff: SharedBackoff;
};

/** Makes links of either carrier. */
export function linkMaker(deps: LinkDeps, metrics: Metrics): MakeLink {
  const making = { ...deps, tallyOf: tallyLinks(metrics), backoff: createSharedBackoff() };
  const measured = measureLinks(metrics, deps.clock);
  return (known, events) => measured(known, (told) => makeLink(making, known, told), events);
}

function makeLink(
  making: Making,
  known: KnownLink,
  events: CarrierEvents,
): CarrierLink | undefined {
  switch (known.carrier) {
    case 'smpp':
      return makeSmppLink(making, known, events);
    case 'whatsapp':
      return makeWhatsAppLink(making, known, events);
  }
}

function makeSmppLink(
  { clock, log, seal, tallyOf }: Making,
  known: KnownSmppLink,
  events: CarrierEvents,
): CarrierLink | undefined {
  const password = seal.open(known.secretSealed, SEAL_PURPOSES.linkPassword(known.name));
  if (password === undefined) {
    log.error({ link: known.name }, 'the password of a link cannot be opened with this master key');
    return undefined;
  }
  const named = log.child({ link: known.name });
  const machinery = { clock, random: machineRandom, log: named, tally: tallyOf.smpp(known.name) };
  return createSmppLink(
    { linkId: known.id, config: known.config, password },
    { ...events, state: (state) => events.state(carrierState(state)) },
    machinery,
  );
}

function makeWhatsAppLink(
  { config, clock, log, seal, shelfOf, tallyOf, backoff }: Making,
  known: KnownChatLink,
  events: CarrierEvents,
): CarrierLink | undefined {
  const { id: linkId, name, accountId, business } = known;
  const credential = seal.open(known.secretSealed, SEAL_PURPOSES.chatToken(business.platformId));
  if (credential === undefined) {
    log.error({ link: name }, 'the credential of a number cannot be opened with this master key');
    return undefined;
  }
  const settings = { linkId, businessId: business.id, config: known.config, credential };
  return createWhatsAppLink(settings, events, {
    clock,
    random: machineRandom,
    log: log.child({ link: name }),
    platform: { origin: config.graphAddress, version: config.graphVersion },
    shelf: shelfOf(accountId, linkId),
    backoff,
    nameOf: ({ messageId, attempt }) => writeOpaqueId(uuidOf(messageId), attempt),
    tally: tallyOf.whatsapp(name),
  });
}
