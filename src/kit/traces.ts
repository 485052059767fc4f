/**
 * Traces in OpenTelemetry's form, handed to a collector by OTLP over HTTP. The id of a trace is the
 * UUID of what it is about: every node adds what it saw without being told anything, and whoever
 * knows the id finds the trace.
 */
import { uuidOf } from './uuid-ids.ts';
import { VERSION } from './version.ts';

export type Span = {
  readonly name: string;
  readonly kind: 'server' | 'client' | 'consumer';
  /** Milliseconds since 1970, with fractions. */
  readonly fromMs: number;
  readonly untilMs: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  /** What went wrong, in a word. */
  readonly error?: string | undefined;
};

export type Traces = {
  /** Whether this id is one of those that are traced. */
  has(id: number): boolean;
  /** `root`: the span under which the others of its trace stand. */
  add(id: number, span: Span, place?: 'root'): void;
  /** Hands over what is left, and gives up after a moment. */
  stop(): Promise<void>;
};

type TraceSettings = {
  /** Of the collector: `http://127.0.0.1:4318/v1/traces`. */
  readonly url: string;
  /** How many of a hundred ids are traced. */
  readonly percent: number;
};

const TRACE_SAMPLED = 1;
/** A collector that hangs holds up nobody for longer, not even a stop. */
const TIMEOUT_MS = 2_000;

/** The library is loaded here, because nobody else should pay for it. */
export async function openTraces({ url, percent }: TraceSettings): Promise<Traces> {
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = await import('@opentelemetry/api');
  const { BatchSpanProcessor, RandomIdGenerator, TracerProvider } =
    await import('@opentelemetry/sdk-trace');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { resourceFromAttributes } = await import('@opentelemetry/resources');

  const random = new RandomIdGenerator();
  let root: { readonly traceId: string; readonly spanId: string } | undefined;
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'paigham', 'service.version': VERSION }),
    idGenerator: {
      generateTraceId: () => root?.traceId ?? random.generateTraceId(),
      generateSpanId: () => root?.spanId ?? random.generateSpanId(),
    },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url, timeoutMillis: TIMEOUT_MS }),
      }),
    ],
  });
  const tracer = provider.getTracer('paigham', VERSION);
  const kinds = {
    server: SpanKind.SERVER,
    client: SpanKind.CLIENT,
    consumer: SpanKind.CONSUMER,
  } as const;

  return {
    has: (id) => id % 100 < percent,
    add(id, { name, kind, fromMs, untilMs, attributes, error }, place) {
      const traceId = uuidOf(id).replaceAll('-', '');
      const first = { traceId, spanId: traceId.slice(16), traceFlags: TRACE_SAMPLED };
      root = place === 'root' ? first : undefined;
      const context = root === undefined ? trace.setSpanContext(ROOT_CONTEXT, first) : ROOT_CONTEXT;
      const options = { kind: kinds[kind], startTime: fromMs, attributes };
      const span = tracer.startSpan(name, options, context);
      root = undefined;
      if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: error });
      span.end(untilMs);
    },
    stop: () => provider.shutdown(),
  };
}
