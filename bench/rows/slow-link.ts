/** Our node on a link that is slower than the campaign queued for it; the times of its submits. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeTemporaryDir } from '@paigham/base/data-dir.ts';
import { startOperator, untilBound } from '../operator.ts';
import type { HeardSubmit, OperatorPorts } from '../operator.ts';
import type { Furnished } from '../paigham/furnish.ts';
import { startPaigham, type PaighamSettings } from '../paigham/paigham.ts';
import { cleanUpLater } from '../programs.ts';
import type { SendRequest } from '../system.ts';
import { pause, until } from '../waiting.ts';

export type SlowLink = {
  readonly ratePerSecond: number;
  readonly windowSubmits: number;
  /** The operator's delay. */
  readonly answerDelayMs: number;
  /** Recipients of the campaign that is queued when the work starts. */
  readonly campaign: number;
};

/** Everything that left and arrived, in milliseconds since 1970. */
export type Traffic<T> = {
  /** When the sending process handed each submit to its socket. */
  readonly sentAtMs: readonly number[];
  /** The last 10,000 at the operator. */
  readonly heard: readonly HeardSubmit[];
  readonly worked: T;
};

const TAP = join(import.meta.dirname, '../paigham/tap-submits.ts');
/** The beginning of a campaign is not a steady state. */
const SETTLE_MS = 5_000;

/** Starts our node on such a link, queues the campaign, and works while it leaves. */
export async function sendBehindCampaign<T>(
  link: SlowLink,
  at: { readonly ports: OperatorPorts; readonly ours: PaighamSettings },
  work: (request: SendRequest) => Promise<T>,
): Promise<Traffic<T>> {
  const { ports, ours } = at;
  const folder = makeTemporaryDir();
  const remove = cleanUpLater(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'submits.json');
  const { answerDelayMs, campaign } = link;
  const operator = await startOperator(ports, { keepMessages: 10_000, answerDelayMs });
  const running = await startPaigham({
    ...ours,
    nodeOptions: [...ours.nodeOptions, '--import', TAP],
    environment: { SUBMIT_TAP_PORT: String(ports.smpp), SUBMIT_TAP_FILE: file },
    link: wordsOf(link),
  });
  await untilBound(operator);
  await sendCampaign(running.request.port, ours.furnished, campaign);
  await until('the campaign', 60_000, async () => (await operator.heard()).length > 0 || undefined);
  await pause(SETTLE_MS);
  const worked = await work(running.request);
  const heard = await operator.heard();
  // It does not finish the campaign: what is waiting stays in its database, which is thrown away.
  await running.stop();
  await operator.stop();
  const sentAtMs = JSON.parse(readFileSync(file, 'utf8')) as readonly number[];
  remove();
  return { sentAtMs, heard, worked };
}

function wordsOf({ ratePerSecond, windowSubmits }: SlowLink): readonly string[] {
  return ['--rate-per-second', String(ratePerSecond), '--window-submits', String(windowSubmits)];
}

async function sendCampaign(port: number, furnished: Furnished, recipients: number): Promise<void> {
  const numbers = Array.from({ length: recipients }, (_, index) => 923_011_000_000 + index);
  const body = new URLSearchParams({
    api_key: furnished.apiKey,
    sender: furnished.sharedSender,
    template_id: furnished.templateId,
    message: '{"code":"1"}',
    mobile: numbers.join(','),
  });
  const answer = await fetch(`http://127.0.0.1:${port}/api/sms.php`, { method: 'POST', body });
  const text = await answer.text();
  if (!text.startsWith('OK')) throw new Error(`the campaign was refused: ${text}`);
}
