/** What the journeys count, as metrics. */
import type { LinkTally } from '../carriers/smpp/smpp.ts';
import type { LinkTally as ChatLinkTally } from '../carriers/whatsapp/whatsapp.ts';
import type { FollowAccept } from './answer-taken.ts';
import type { Alarms } from '../journey/deps.ts';
import type { Tallies } from '../journey/report/report.ts';
import type { Clock } from '@paigham/base/clock.ts';
import type { Metrics } from '../kit/metrics.ts';
import { VERSION } from '../kit/version.ts';
import type { ReplyTallies } from '../replies/report/list-replies.ts';

/** Settled messages, kept receipts and lost answers. */
export function tallyJourney(metrics: Metrics): Tallies {
  const settled = metrics.counter({
    name: 'paigham_messages_settled_total',
    help: 'Messages whose attempts or receipts were stored',
    labels: ['what'],
  });
  const receipts = metrics.counter({
    name: 'paigham_receipts_kept_total',
    help: 'Inbound PDUs that did not simply close their attempt, by kind',
    labels: ['kind'],
  });
  const lostAnswers = metrics.counter({
    name: 'paigham_lost_answers_total',
    help: 'Answers of operators that were lost, and what became of them',
    labels: ['what'],
  });
  const accepted = metrics.counter({
    name: 'paigham_messages_accepted_total',
    help: 'Messages that were accepted, by the service they came by',
    labels: ['service'],
  });
  return {
    count({ sent, closed, kept, lost }) {
      if (sent > 0) settled(['attempted'], sent);
      if (closed > 0) settled(['closed'], closed);
      if (kept.length > 0) settled(['kept'], kept.length);
      for (const { kind } of kept) receipts([kind]);
      for (const what of ['resubmit', 'reconcile', 'answered'] as const) {
        if (lost[what] > 0) lostAnswers([what], lost[what]);
      }
    },
    reconciled: (what) => lostAnswers([what]),
    accepted: (service, messages) => accepted([service], messages),
  };
}

/** Times each request until it is durable or refused. */
export function timeAccepts(metrics: Metrics, clock: Clock): FollowAccept {
  const time = metrics.timer({
    name: 'paigham_accept_seconds',
    help: 'From a checked key until a send is durable or refused, by the service it is for',
    labels: ['service'],
  });
  return (service) => {
    const fromMs = clock.monotonicMs();
    return () => time(clock.monotonicMs() - fromMs, [service]);
  };
}

/** The running program's version as a label, with value 1. */
export function showBuild(metrics: Metrics): void {
  metrics.gauges(
    {
      name: 'paigham_build_info',
      help: '1, with the version of the program and of Node',
      labels: ['version', 'node'],
    },
    () => [{ labels: [VERSION, process.versions.node], value: 1 }],
  );
}

/** Posts of the chat platform, and their contents. */
export function tallyChat(metrics: Metrics): (what: string, by: number) => void {
  const words = metrics.counter({
    name: 'paigham_chat_events_total',
    help: 'What the chat platform told: posts, statuses by what they did, replies, events',
    labels: ['what'],
  });
  return (what, by) => words([what], by);
}

export function tallyReplies(metrics: Metrics): ReplyTallies {
  const replies = metrics.counter({
    name: 'paigham_replies_total',
    help: 'Replies from phones: stored for an account or for nobody, repeated, cut short, heeded',
    labels: ['what'],
  });
  return {
    count(told) {
      for (const [what, count] of Object.entries(told)) if (count > 0) replies([what], count);
    },
  };
}

/** Unexpected events on links; a link limits how many codes it reports. */
export function tallyLinks(metrics: Metrics): {
  readonly smpp: (link: string) => LinkTally;
  readonly whatsapp: (link: string) => ChatLinkTally;
} {
  const unknown = metrics.counter({
    name: 'paigham_link_unknown_status_total',
    help: 'Submits refused with a code that has no meaning here: see statusReasons of the link',
    labels: ['link', 'status'],
  });
  const outbinds = metrics.counter({
    name: 'paigham_link_outbinds_total',
    help: 'Outbinds of operators, which are refused',
    labels: ['link'],
  });
  const faulty = metrics.counter({
    name: 'paigham_link_faulty_pdus_total',
    help: 'PDUs of operators with a fault, by its kind; most are read all the same',
    labels: ['link', 'kind'],
  });
  const unknownWords = metrics.counter({
    name: 'paigham_link_unknown_words_total',
    help: 'Receipts whose state has no meaning here: see receiptWords of the link',
    labels: ['link', 'word'],
  });
  return {
    smpp: (link) => ({
      odd: ({ kind, what }) => (kind === 'pdu' ? faulty : unknownWords)([link, what]),
      unknownStatus: (status) => unknown([link, `0x${status.toString(16).padStart(2, '0')}`]),
      outbind: () => outbinds([link]),
    }),
    whatsapp: (link) => ({ unknownCode: (code) => unknown([link, String(code)]) }),
  };
}

export function tallyPolicy(metrics: Metrics): Alarms {
  const count = metrics.counter({
    name: 'paigham_policy_total',
    help: 'Recipients over a cap, caps that were reached, accounts near their spending cap',
    labels: ['what'],
  });
  return { count: (what, by) => count([what], by) };
}
