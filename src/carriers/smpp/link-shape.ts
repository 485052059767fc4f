/** What an SMPP link is made of, and what it tells. */
import type { CarrierEvents, CarrierLink } from '../../domain/carrier/carrier.ts';
import type { LinkId } from '../../domain/ids.ts';
import type { SmppLinkConfig } from '../../domain/routing/link-config.ts';
import type { LinkState } from './connection.ts';

export type SmppLinkSettings = {
  readonly linkId: LinkId;
  readonly config: SmppLinkConfig;
  readonly password: string;
};

type StateEvent = { state?(state: LinkState): void };
export type SmppLinkEvents = Omit<CarrierEvents, 'state'> & StateEvent;

export type SmppLink = CarrierLink & { state(): LinkState };
