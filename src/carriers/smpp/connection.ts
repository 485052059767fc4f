/**
 * Maintains one bind to an operator: connects, binds, reconnects after a loss with growing backoff,
 * and stops for good when the operator refuses the login, because repeated failures get accounts
 * locked.
 */
import {
  type Bind,
  type BindCommand,
  type CloseReason,
  commandStatus,
  connect,
  describeStatus,
  type InboundRequest,
  type Oddity,
  type Outcome,
  type Pdu,
  Session,
  type TlsOptions,
  type UnreadableRequest,
} from '@paigham/smpp';
import type { LinkOddity } from '../../domain/carrier/carrier.ts';
import { limit } from '../../domain/limits.ts';
import type { SmppLinkConfig } from '../../domain/routing/smpp-link-config.ts';
import { backoffMs } from '../../kit/backoff.ts';
import type { Clock, Timer } from '@paigham/base/clock.ts';
import type { Log } from '../../kit/log.ts';
import type { Random } from '@paigham/base/random.ts';
import { isLoginRefused } from './refusals.ts';

export type LinkState =
  | { readonly kind: 'stopped' | 'connecting' | 'binding' | 'stopping' }
  /** Of a whole link: why some of its binds are not up. */
  | { readonly kind: 'bound'; readonly words?: string }
  /** Not connected; tries again at `retryAtMs` (milliseconds since 1970). */
  | { readonly kind: 'waiting'; readonly words: string; readonly retryAtMs: number }
  /** The operator refuses the login. Nothing is tried until `start` is called again. */
  | { readonly kind: 'needs_attention'; readonly words: string };

type ConnectionSettings = {
  readonly config: SmppLinkConfig;
  readonly password: string;
  readonly command: BindCommand;
};

export type Machinery = {
  readonly clock: Clock;
  readonly random: Pick<Random, 'randomInt'>;
  readonly log: Log;
  /** Counts the unexpected. */
  readonly tally?: LinkTally;
};

export type LinkTally = {
  /** A submit was answered with a code that is unknown here. */
  unknownStatus(status: number): void;
  /** The operator sent something with a fault. */
  odd?(oddity: LinkOddity): void;
  /** The operator asked us to bind, by outbind; we bind on our own. */
  outbind(): void;
};

type ConnectionEvents = {
  /** The outcome of a request, with the key it was sent under. */
  onOutcome(key: number, outcome: Outcome): void;
  onLateAnswer(key: number, pdu: Pdu): void;
  onRequest(session: BoundSession, request: InboundRequest): void;
  /** A request that cannot be read, to be answered with `Session.refuse`. */
  onUnreadable(session: BoundSession, request: UnreadableRequest): void;
  onOddity(oddity: Oddity): void;
  /** The bytes written to the session have left the process. */
  onHanded(): void;
  onState(state: LinkState): void;
};

/** What a request was: the bind itself, or a submit by its key. */
type Asked = number | 'bind';
export type BoundSession = Session<Asked>;

const RECONNECT = { firstMs: limit('linkRetryFirstMs'), lastMs: limit('linkRetryLastMs') };

export class Connection {
  private readonly settings: ConnectionSettings;
  private readonly machinery: Machinery;
  private readonly events: ConnectionEvents;
  private current: LinkState = { kind: 'stopped' };
  private session: BoundSession | undefined = undefined;
  private timer: Timer | undefined = undefined;
  private openings = 0;
  private failures = 0;
  private boundAtMs = 0;
  /** Why the session ended, when we know better than the socket. */
  private cause: string | undefined = undefined;
  private stopped: Promise<void> = Promise.resolve();
  private onStopped: () => void = () => undefined;
  /** It was started again while it was stopping. */
  private isWantedAgain = false;

  constructor(settings: ConnectionSettings, machinery: Machinery, events: ConnectionEvents) {
    this.settings = settings;
    this.machinery = machinery;
    this.events = events;
  }

  get state(): LinkState {
    return this.current;
  }

  get bound(): BoundSession | undefined {
    return this.current.kind === 'bound' ? this.session : undefined;
  }

  start(): void {
    this.isWantedAgain = this.current.kind === 'stopping';
    if (this.current.kind !== 'stopped' && this.current.kind !== 'needs_attention') return;
    this.failures = 0;
    this.open();
  }

  /** Waits a limited time for outstanding answers, unbinds, and does not connect again. */
  stop(): Promise<void> {
    this.isWantedAgain = false;
    if (this.current.kind === 'stopping') return this.stopped;
    this.timer?.cancel();
    const { session } = this;
    if (session === undefined) {
      this.enter({ kind: 'stopped' });
      return Promise.resolve();
    }
    this.stopped = new Promise((resolve) => (this.onStopped = resolve));
    this.enter({ kind: 'stopping' });
    const { answerTimeoutMs } = this.settings.config;
    this.sayGoodbye(session, Math.min(limit('linkStopMs'), answerTimeoutMs));
    return this.stopped;
  }

  /** Binds again, once outstanding answers are in: the operator does not see us as bound. */
  rebind(cause: string): void {
    if (this.current.kind !== 'bound' || this.cause !== undefined) return;
    this.cause = cause;
    if (this.session !== undefined) this.sayGoodbye(this.session, limit('linkRebindMs'));
  }

  /** Waits for outstanding answers, and a limited time for the unbind's. */
  private sayGoodbye(session: BoundSession, answersWithinMs: number): void {
    session.unbind(answersWithinMs);
    const withinMs = answersWithinMs + limit('linkGoodbyeMs');
    this.timer = this.machinery.clock.setTimer(withinMs, () => session.destroy('goodbye'));
  }

  private open(): void {
    this.enter({ kind: 'connecting' });
    this.openings += 1;
    void this.connectOnce(this.openings);
  }

  private async connectOnce(opening: number): Promise<void> {
    const { config } = this.settings;
    const { host, port } = config;
    const to = { host, port, timeoutMs: limit('linkConnectMs'), clock: this.machinery.clock };
    const connected = await connect({ ...to, ...tlsOf(config) });
    // It may have been stopped meanwhile, and perhaps started again.
    const isWanted = this.current.kind === 'connecting' && opening === this.openings;
    if (connected.ok && isWanted) this.bind(connected.socket);
    else if (connected.ok) connected.socket.destroy();
    else if (isWanted) this.retry(connected.words);
  }

  private bind(socket: ConstructorParameters<typeof Session>[0]): void {
    const { config } = this.settings;
    const { clock } = this.machinery;
    this.cause = undefined;
    const session: BoundSession = new Session<Asked>(
      socket,
      {
        clock,
        windowPdus: config.windowSubmits,
        responseTimeoutMs: config.answerTimeoutMs,
        enquireLinkMs: config.enquireIntervalMs,
        maxUnanswered: limit('linkUnacknowledged'),
        rememberLate: limit('linkLateAnswers'),
      },
      {
        onOutcome: (asked, outcome) => {
          if (asked === 'bind') this.onBindOutcome(session, outcome);
          else this.events.onOutcome(asked, outcome);
        },
        onLateAnswer: (asked, pdu) => {
          if (asked !== 'bind') this.events.onLateAnswer(asked, pdu);
        },
        onRequest: (request) => this.events.onRequest(session, request),
        onUnreadable: (request) => this.events.onUnreadable(session, request),
        onHanded: () => this.events.onHanded(),
        onNotice: (pdu) => this.onNotice(session, pdu),
        onOddity: (oddity) => {
          const fault = 'fault' in oddity ? oddity.fault.reason : undefined;
          this.machinery.log.debug({ oddity: oddity.kind, fault }, 'invalid PDU from the operator');
          this.events.onOddity(oddity);
        },
        onClose: (reason) => this.onClose(reason),
      },
    );
    this.session = session;
    this.enter({ kind: 'binding' });
    const refusal = session.request(composeBind(this.settings), 'bind');
    if (refusal !== undefined) session.destroy(`the bind cannot be written: ${refusal.reason}`);
  }

  /** An outbind asks us to bind, which we do on our own, or comes from a party we did not call. */
  private onNotice(session: BoundSession, pdu: Pdu): void {
    const { log, tally } = this.machinery;
    if (pdu.body.command !== 'outbind')
      return log.debug({}, 'a notification from the operator is ignored');
    tally?.outbind();
    log.debug({}, 'an outbind from the operator is refused');
    session.nack(pdu.sequence, commandStatus.ESME_RINVBNDSTS);
  }

  private onBindOutcome(session: BoundSession, outcome: Outcome): void {
    if (outcome.kind === 'closed') return;
    const status = statusOf(outcome);
    if (status === 0) {
      this.boundAtMs = this.machinery.clock.monotonicMs();
      // A stop that arrived meanwhile takes effect.
      if (this.current.kind === 'binding') this.enter({ kind: 'bound' });
      return;
    }
    const said = status === undefined ? outcome.kind : describeStatus(status);
    const words = `bind refused: ${said}`;
    const isFinal = status !== undefined && isLoginRefused(status);
    if (isFinal && this.current.kind === 'binding') this.enter({ kind: 'needs_attention', words });
    this.cause = words;
    session.destroy(words);
  }

  private onClose(reason: CloseReason): void {
    this.session = undefined;
    this.timer?.cancel();
    const wasBound = this.current.kind === 'bound';
    if (this.current.kind === 'stopping') return this.finishStop();
    if (this.current.kind === 'needs_attention') return;
    const heldMs = this.machinery.clock.monotonicMs() - this.boundAtMs;
    if (wasBound && heldMs >= limit('linkSettledMs')) this.failures = 0;
    this.retry(this.cause ?? describeClose(reason));
  }

  private retry(words: string): void {
    this.failures += 1;
    const { clock, random } = this.machinery;
    const delayMs = backoffMs(this.failures, random.randomInt(0, 1_001) / 1_000, RECONNECT);
    this.enter({ kind: 'waiting', words, retryAtMs: clock.nowMs() + delayMs });
    this.timer = clock.setTimer(delayMs, () => this.open());
  }

  private finishStop(): void {
    this.enter({ kind: 'stopped' });
    this.onStopped();
    if (this.isWantedAgain) this.start();
  }

  private enter(state: LinkState): void {
    this.current = state;
    const words = 'words' in state ? state.words : undefined;
    const { log } = this.machinery;
    if (state.kind === 'needs_attention') log.error({ words }, 'link needs attention');
    else if (state.kind === 'waiting') log.warn({ words }, 'link is down');
    else log.info({ state: state.kind }, 'link state');
    this.events.onState(state);
  }
}

/** The header says whether we are bound, whatever the body. */
function statusOf(outcome: Outcome): number | undefined {
  if (outcome.kind === 'unreadable') return outcome.fault.status;
  return outcome.kind === 'answered' ? outcome.pdu.status : undefined;
}

/** Why a connection ended, worded for the log and for staff. */
function describeClose(reason: CloseReason): string {
  switch (reason.kind) {
    case 'socket_error':
    case 'closed_by_us':
      return reason.words;
    case 'unreadable':
      return `the operator’s octets cannot be read: ${reason.fault.reason}`;
    case 'enquire_link_unanswered':
      return 'the operator does not answer enquire_link';
    case 'peer_ended':
      return 'the operator closed the connection';
    case 'unbound_by_peer':
      return 'the operator ended the bind';
    case 'unbound_by_us':
      return 'we ended the bind';
  }
}

type Login = {
  readonly config: SmppLinkConfig;
  readonly password: string;
  readonly command: BindCommand;
};

const versions = { '3.4': 0x34, '5.0': 0x50 } as const;

/** The bind; only a receiving one says which numbers are ours. */
function composeBind({ config, password, command }: Login): Bind {
  const receives = command !== 'bind_transmitter';
  return {
    command,
    systemId: config.systemId,
    password,
    systemType: config.systemType,
    interfaceVersion: versions[config.interfaceVersion],
    addressTon: receives ? config.addressTon : 0,
    addressNpi: receives ? config.addressNpi : 0,
    addressRange: receives ? config.addressRange : '',
  };
}

function tlsOf(config: SmppLinkConfig): { readonly tls?: TlsOptions } {
  const { tls, tlsServerName, tlsAuthority } = config;
  if (tls === 'off') return {};
  return {
    tls: {
      verify: tls === 'verified',
      ...(tlsServerName === '' ? {} : { serverName: tlsServerName }),
      ...(tlsAuthority.trim() === '' ? {} : { authority: tlsAuthority }),
    },
  };
}
