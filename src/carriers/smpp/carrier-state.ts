import type { CarrierState } from '../../domain/carrier/carrier.ts';
import type { LinkState } from './connection.ts';

/** A link's state as the journey has it. */
export function carrierState(state: LinkState): CarrierState {
  switch (state.kind) {
    case 'bound':
      return { kind: 'bound' };
    case 'needs_attention':
      return state;
    case 'waiting':
      return { kind: 'unbound', words: state.words };
    case 'connecting':
    case 'binding':
    case 'stopping':
    case 'stopped':
      return { kind: 'unbound', words: undefined };
  }
}
