/** What `paigham top` shows, from two looks at the metrics of a node. */
import type { Answer, Fields } from '../../operations/show.ts';
import { showDuration } from '../send-file/progress.ts';
import { find, quantileOf, rateOf, sumOf, type Labels, type Span } from './scrape.ts';

/** One picture; rates are per second. */
export function pictureOf(span: Span, server: string): Answer {
  const node = nodeOf(span, server);
  const links = linksOf(span);
  const troubles = troublesOf(span);
  const findings = find(span.to, 'paigham_doctor_findings')
    .filter(({ value }) => value > 0)
    .map(({ labels: { check = '', verdict = '' } }) => ({ check, verdict }));
  return {
    data: node,
    full: { ...node, links, troubles, findings },
    sections: [
      { data: node },
      ...(links.length === 0 ? [] : [{ data: links }]),
      ...(troubles.length === 0 ? [] : [troubles.join('\n')]),
      ...(findings.length === 0 ? [] : [{ title: 'See "paigham doctor"', data: findings }]),
    ],
  };
}

const ACCEPTS = 'paigham_accept_seconds';

function nodeOf(span: Span, server: string): Fields {
  const { to } = span;
  const { version = '' } = find(to, 'paigham_build_info')[0]?.labels ?? {};
  const answered = (status: string): number =>
    ['sms', 'chat', 'v1']
      .map((door) => rateOf(span, `paigham_${door}_answers_total`, { status }))
      .reduce((sum, rate) => sum + rate, 0);
  const total = (what: string) => `paigham_${what}_total`;
  const memory = sumOf(to, 'process_resident_memory_bytes') ?? 0;
  return {
    node: `${server}, Paigham ${version}`,
    accepted: rounded(rateOf(span, total('messages_accepted'))),
    taken: rounded(rateOf(span, total('submits'), { outcome: 'taken' })),
    delivered: rounded(rateOf(span, total('receipts'), { state: 'delivered' })),
    failed: rounded(rateOf(span, total('receipts'), { state: 'failed' })),
    unavailable: rounded(answered('503') + answered('500')),
    waiting: sumOf(to, 'paigham_queue_messages') ?? 0,
    accept_ms: inMs(quantileOf(span, ACCEPTS, 0.5)),
    accept_p99_ms: inMs(quantileOf(span, ACCEPTS, 0.99)),
    receipt_p95_ms: inMs(quantileOf(span, 'paigham_receipt_seconds', 0.95)),
    cpu_percent: Math.round(rateOf(span, 'process_cpu_seconds_total') * 100),
    memory_mb: Math.round(memory / 1e6),
    event_loop_p99_ms: inMs(sumOf(to, 'nodejs_eventloop_lag_p99_seconds')),
  };
}

function linksOf(span: Span): readonly Fields[] {
  const { to } = span;
  const rate = (what: string, labels: Labels): number =>
    rounded(rateOf(span, `paigham_${what}_total`, labels));
  return find(to, 'paigham_link_state').map(({ labels: { link = '', state = '' } }) => {
    const since = sumOf(to, 'paigham_link_state_timestamp_seconds', { link }) ?? 0;
    const oldest = (line: string): string | null => {
      const seconds = sumOf(to, 'paigham_queue_oldest_seconds', { link, line });
      return seconds === undefined ? null : showDuration(seconds * 1_000);
    };
    return {
      link,
      state,
      for: since === 0 ? null : showDuration(to.atMs - since * 1_000),
      taken: rate('submits', { link, outcome: 'taken' }),
      refused: rate('submits', { link, outcome: 'refused' }),
      lost: rate('submits', { link, outcome: 'ambiguous' }),
      delivered: rate('receipts', { link, state: 'delivered' }),
      answer_p95_ms: inMs(quantileOf(span, 'paigham_submit_seconds', 0.95, { link })),
      waiting: sumOf(to, 'paigham_queue_messages', { link }) ?? 0,
      codes_late: oldest('codes'),
      others_late: oldest('others'),
    };
  });
}

/** `telenor refuses everything: 0x14 × 424 in 5 min`. */
function troublesOf({ to }: Span): readonly string[] {
  return find(to, 'paigham_link_trouble')
    .filter(({ value }) => value > 0)
    .map(({ labels: { link = '', trouble = '' } }) => {
      const codes = find(to, 'paigham_link_refusals', { link })
        .toSorted((a, b) => b.value - a.value)
        .map(({ labels: { code = '' }, value }) => `${code} × ${value}`);
      const words = TROUBLE_WORDS[trouble] ?? trouble;
      return trouble.startsWith('refuses_')
        ? `${link} ${words}: ${codes.join(', ')} in 5 min`
        : `${link}: ${words}`;
    });
}

const TROUBLE_WORDS: Readonly<Record<string, string>> = {
  refuses_everything: 'refuses everything',
  refuses_much: 'refuses much',
  receipts_missing: 'far fewer receipts than usual',
  receipts_unreadable: 'receipts that cannot be read',
  undelivered: 'far fewer messages delivered than usual',
  bind_missing: 'not all of its binds are up',
};

const rounded = (rate: number): number => Math.round(rate * 10) / 10;

function inMs(seconds: number | undefined): number | null {
  return seconds === undefined ? null : Math.round(seconds * 10_000) / 10;
}
