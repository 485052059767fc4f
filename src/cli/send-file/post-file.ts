import { pause } from '@paigham/base/clock.ts';
import type { JsonAnswer, JsonClient } from '@paigham/http/json-client.ts';
import type { Remote } from '../remote.ts';
import { showBytes, type Progress } from './progress.ts';
import { readAnswer, type ServedBatch, type ServedProblem } from './served-batch.ts';

export type SendTools = {
  readonly remote: Pick<Remote, 'clock' | 'note' | 'newName'>;
  readonly client: JsonClient;
  readonly progress: Progress;
};

export type FileToPost = {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: { readonly path: string; readonly name: string; readonly bytes: number };
  readonly dryRun: boolean;
  /** How often to try; 5 by default. */
  readonly tries?: number;
};

type Posted = { readonly kind: 'posted'; readonly batch: ServedBatch } | NotPosted;

/** `mayPass`: the same upload may be accepted later. */
export type NotPosted = { readonly mayPass: boolean } & (
  | { readonly kind: 'refused'; readonly problem: ServedProblem }
  | { readonly kind: 'unreachable'; readonly why: string }
);

/** Tries of one upload whose answer was lost or said to come back later. */
const MOST_TRIES = 5;
const PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Uploads a file to be sent, or for a dry run. Whatever happens on the way it is accepted only
 * once: every try has the same idempotency key.
 */
export async function postFile(tools: SendTools, upload: FileToPost): Promise<Posted> {
  const { remote, client, progress } = tools;
  const { fields, file, dryRun, tries: most = MOST_TRIES } = upload;
  const key = remote.newName();
  const path = `/v1/batches?${dryRun ? 'dry_run' : 'async'}=1`;
  for (let tries = 1; ; tries += 1) {
    const answer = await client.post(path, {
      fields,
      file,
      headers: { 'Idempotency-Key': key },
      onSent: (sent) => progress.show(stepOf(sent, upload)),
    });
    progress.end();
    const read = readAnswer(answer);
    if (read.kind === 'batch') return { kind: 'posted', batch: read.batch };
    const waitMs = mayPass(answer) ? pauseOf(answer) : undefined;
    if (waitMs === undefined || tries === most) {
      const passing = { mayPass: waitMs !== undefined };
      return read.kind === 'problem'
        ? { ...read, ...passing, kind: 'refused' }
        : { ...read, ...passing, kind: 'unreachable' };
    }
    const why = read.kind === 'problem' ? read.problem.detail : read.why;
    remote.note(`${why}; again in ${Math.ceil(waitMs / 1_000)} s.`);
    await pause(remote.clock, waitMs);
  }
}

/**
 * Whether the same upload may be accepted later: the service is away, busy, or still working on the
 * first.
 */
function mayPass(answer: JsonAnswer): boolean {
  if (answer.kind === 'failed') return answer.why !== 'nothing listens there';
  return answer.status >= 500 || answer.header('retry-after') !== '';
}

function pauseOf(answer: JsonAnswer): number {
  const told = answer.kind === 'answered' ? Number(answer.header('retry-after')) * 1_000 : 0;
  return Math.min(LONGEST_PAUSE_MS, told > 0 ? told : PAUSE_MS);
}

function stepOf(sent: number, { file: { bytes: total }, dryRun }: FileToPost) {
  const detail = `${showBytes(sent)} of ${showBytes(total)}`;
  return { name: dryRun ? 'Checking' : 'Uploading', done: sent, total, detail };
}
