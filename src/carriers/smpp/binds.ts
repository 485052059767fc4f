/**
 * The connections of one link: one or more binds, each for both directions or a transmitter and a
 * receiver. Each maintains itself; together they are one link, which counts as bound while it can
 * transmit.
 */
import type {
  BindCommand,
  InboundRequest,
  Oddity,
  Outcome,
  Pdu,
  UnreadableRequest,
} from '@paigham/smpp';
import type { SmppLinkConfig } from '../../domain/routing/smpp-link-config.ts';
import { Connection, type BoundSession, type LinkState, type Machinery } from './connection.ts';

type BindsEvents = {
  /** The outcome of a submit, and the bind it was written to. */
  onOutcome(bind: Connection, key: number, outcome: Outcome): void;
  onLateAnswer(key: number, pdu: Pdu): void;
  onRequest(session: BoundSession, request: InboundRequest): void;
  onUnreadable(session: BoundSession, request: UnreadableRequest): void;
  onOddity(oddity: Oddity): void;
  onHanded(): void;
  /** A bind came or went; `state` is the whole link's, undefined if that has not changed. */
  onChange(state: LinkState | undefined): void;
};

type BindsSettings = { readonly config: SmppLinkConfig; readonly password: string };

/** A link is as far along as its most advanced transmitting bind. */
const furthestFirst = ['bound', 'binding', 'connecting', 'waiting', 'stopping', 'stopped'] as const;

export class Binds {
  private readonly settings: BindsSettings;
  private readonly machinery: Machinery;
  private readonly events: BindsEvents;
  private readonly all: readonly Connection[];
  private readonly transmitters: readonly Connection[];
  private current: LinkState = { kind: 'stopped' };
  private isStopping = false;
  /** Why a bind was last not up while others were. */
  private whyMissing: string | undefined = undefined;
  /** The bind whose turn it is, and the message whose parts stay together there. */
  private turn = 0;
  private reference: number | undefined = undefined;

  constructor(settings: BindsSettings, machinery: Machinery, events: BindsEvents) {
    this.settings = settings;
    this.machinery = machinery;
    this.events = events;
    const { bind, binds } = settings.config;
    const commands: readonly BindCommand[] =
      bind === 'pair' ? ['bind_transmitter', 'bind_receiver'] : ['bind_transceiver'];
    const numbers = Array.from({ length: binds }, (_, index) => index + 1);
    const kinds = commands.map((command) => numbers.map((number) => this.make(command, number)));
    this.all = kinds.flat();
    this.transmitters = kinds[0] ?? [];
  }

  get state(): LinkState {
    return this.current;
  }

  start(): void {
    this.isStopping = false;
    for (const bind of this.all) bind.start();
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.all(this.all.map((bind) => bind.stop()));
    this.onState();
  }

  /** How many submits the windows of all binds would take now. */
  room(): number {
    let room = 0;
    for (const { bound } of this.transmitters) room += bound?.room() ?? 0;
    return room;
  }

  /** How many the windows of the binds that are up would take when empty. */
  most(): number {
    let up = 0;
    for (const { bound } of this.transmitters) if (bound !== undefined) up += 1;
    return up * this.settings.config.windowSubmits;
  }

  /**
   * The bind for the next part. Binds take turns, because operators limit each one, but consecutive
   * parts with the same `reference` stay on one bind while it has room.
   */
  choose(reference: number | undefined): BoundSession | undefined {
    const isNext = reference === undefined || reference !== this.reference;
    this.reference = reference;
    const { length } = this.transmitters;
    const first = isNext ? this.turn + 1 : this.turn;
    for (let step = 0; step < length; step += 1) {
      const at = (first + step) % length;
      const bound = this.transmitters[at]?.bound;
      if (bound === undefined || bound.room() === 0) continue;
      this.turn = at;
      return bound;
    }
    return undefined;
  }

  private make(command: BindCommand, number: number): Connection {
    const { log } = this.machinery;
    const named = { ...this.machinery, log: log.child({ bind: `${command.slice(5)} ${number}` }) };
    const bind: Connection = new Connection({ ...this.settings, command }, named, {
      onOutcome: (key, outcome) => this.events.onOutcome(bind, key, outcome),
      onLateAnswer: (key, pdu) => this.events.onLateAnswer(key, pdu),
      onRequest: (session, request) => this.events.onRequest(session, request),
      onUnreadable: (session, request) => this.events.onUnreadable(session, request),
      onOddity: (oddity) => this.events.onOddity(oddity),
      onHanded: () => this.events.onHanded(),
      onState: (state) => this.onState(state),
    });
    return bind;
  }

  private onState(changed?: LinkState): void {
    // All binds have the same login: the others would only get it locked.
    if (changed?.kind === 'needs_attention') {
      for (const bind of this.all) if (bind.state !== changed) void bind.stop();
    }
    const state = this.judge();
    const isNew = state.kind !== this.current.kind || wordsOf(state) !== wordsOf(this.current);
    this.current = state;
    this.events.onChange(isNew ? state : undefined);
  }

  private judge(): LinkState {
    const states = this.all.map(({ state }) => state);
    const refused = states.find(({ kind }) => kind === 'needs_attention');
    if (refused !== undefined) return refused;
    if (this.isStopping) {
      const isOver = states.every(({ kind }) => kind === 'stopped');
      return { kind: isOver ? 'stopped' : 'stopping' };
    }
    const transmitting = this.transmitters.map(({ state }) => state);
    for (const kind of furthestFirst) {
      const found = transmitting.find((state) => state.kind === kind);
      if (found?.kind === 'bound') return this.judgeMissing(found);
      if (found !== undefined) return found;
    }
    return { kind: 'stopped' };
  }

  /** Binds that are only being opened for the first time are not missed yet. */
  private judgeMissing(bound: LinkState): LinkState {
    const missing = this.all.map(({ state }) => state).filter(({ kind }) => kind !== 'bound');
    const [why] = missing.flatMap((state) => (state.kind === 'waiting' ? [state.words] : []));
    this.whyMissing = missing.length === 0 ? undefined : (why ?? this.whyMissing);
    if (this.whyMissing === undefined) return bound;
    const up = this.all.length - missing.length;
    const words = `only ${up} of ${this.all.length} binds are up: ${this.whyMissing}`;
    return { kind: 'bound', words };
  }
}

function wordsOf(state: LinkState): string | undefined {
  return 'words' in state ? state.words : undefined;
}
