/** Traces of messages, as a collector receives them by OTLP over HTTP. */
import type { AddressInfo } from 'node:net';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidOf } from '../../src/kit/uuid-ids.ts';
import { mobileOf } from '../support/shop.ts';
import { beginStory, type Story } from '../support/stories.ts';

type Attribute = {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
};
type Span = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly status: { readonly message?: string };
};
type Export = {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
};

const exports: Export[] = [];

async function collect(request: IncomingMessage, response: ServerResponse): Promise<void> {
  exports.push(JSON.parse(await text(request)) as Export);
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
}

const collector = createServer((request, response) => void collect(request, response));
let story: Story;

beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  const tracesUrl = `http://127.0.0.1:${port}/v1/traces`;
  story = await beginStory({ config: { tracesUrl, tracesPercent: 100 } });
});
afterAll(() => collector.close());

const valueOf = ({ attributes }: Pick<Span, 'attributes'>, key: string) => {
  const { stringValue, intValue } = attributes.find((it) => it.key === key)?.value ?? {};
  return stringValue ?? intValue;
};

/** The spans of a message, in the order in which they ended. */
function spansOf(id: number): readonly Span[] {
  const traceId = uuidOf(id).replaceAll('-', '');
  return exports
    .flatMap(({ resourceSpans }) => resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans)
    .filter((it) => it.traceId === traceId)
    .toSorted((a, b) => Number(a.endTimeUnixNano) - Number(b.endTimeUnixNano));
}

describe('a trace', () => {
  it('has the UUID of its message, and tells of accepting, submits and the receipt', async () => {
    await story.paigham.behave({ throttleNext: 1 });
    const id = await story.send('Your code is 4711', mobileOf(0, 1));
    await story.until(id, 'DELIVERED');
    await story.paigham.node.stop();
    const spans = spansOf(id);
    expect(spans.map(({ name }) => name)).toEqual(['accept', 'submit', 'submit', 'receipt']);
    const [accept, refused, taken, receipt] = spans as [Span, Span, Span, Span];
    expect(accept.parentSpanId ?? '').toBe('');
    for (const it of [refused, taken, receipt]) expect(it.parentSpanId).toBe(accept.spanId);
    expect(refused.status.message).toBe('operator_throttled');
    expect(valueOf(refused, 'paigham.attempt')).toBe(1);
    expect(valueOf(taken, 'paigham.attempt')).toBe(2);
    expect(valueOf(taken, 'messaging.destination.name')).toBe('jazz');
    expect(valueOf(receipt, 'paigham.state')).toBe('delivered');
    const [first] = exports;
    const { attributes = [] } = first?.resourceSpans[0]?.resource ?? {};
    expect(valueOf({ attributes }, 'service.name')).toBe('paigham');
    for (const { startTimeUnixNano: from, endTimeUnixNano: until } of spans) {
      expect(BigInt(until) - BigInt(from)).toBeGreaterThanOrEqual(0n);
    }
    const said = JSON.stringify(exports);
    expect(said).not.toContain('4711');
    expect(said).not.toContain(mobileOf(0, 1));
  });
});
