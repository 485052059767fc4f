/** What the platform means by a refusal; what it has never said before is told, within a bound. */
import type { PlatformRefusal } from '../../domain/chat/platform.ts';
import { failureOf } from '../../domain/failure/failure.ts';
import { limit } from '../../domain/limits.ts';
import type { Machinery } from './link-shape.ts';
import { meaningOfCode, type ErrorMeaning } from './platform-errors.ts';

/** The store keeps a status in 31 bits; no known code needs more. */
const HIGHEST = 0x7fff_ffff;

export type Judged = ErrorMeaning & {
  /** The code, as it is kept. */
  readonly status: number;
};

export class Refusals {
  readonly #machinery: Pick<Machinery, 'log' | 'tally'>;
  /** Codes without a meaning that were logged. */
  readonly #seen = new Set<number>();

  constructor(machinery: Pick<Machinery, 'log' | 'tally'>) {
    this.#machinery = machinery;
  }

  judge(refusal: PlatformRefusal): Judged {
    const meaning = meaningOfCode(refusal.code);
    if (meaning.reason === 'platform_unknown_word') this.#note(refusal);
    if (meaning.reaction?.kind === 'stop_number') this.#tell(refusal);
    return { ...meaning, status: Math.min(Math.max(0, refusal.code), HIGHEST) };
  }

  /** The same of the file of a message: what is lasting lies in the file. */
  judgeUpload(refusal: PlatformRefusal): Judged {
    const judged = this.judge(refusal);
    const isLasting = failureOf(judged.reason).permanent;
    return { ...judged, reason: isLasting ? 'platform_refused_media' : 'platform_media_unready' };
  }

  #note({ code, subcode, trace }: PlatformRefusal): void {
    const { log, tally } = this.#machinery;
    const isKnown = this.#seen.has(code);
    // Beyond the bound they are one: nobody fills our memory with codes.
    const isCounted = isKnown || this.#seen.size < limit('knownStatuses');
    tally?.unknownCode(isCounted ? code : HIGHEST);
    if (isKnown || !isCounted) return;
    this.#seen.add(code);
    log.warn({ code, subcode, trace }, 'the platform refuses with a code that has no meaning here');
  }

  #tell({ code, subcode, trace }: PlatformRefusal): void {
    const words = 'the platform lets this number send nothing more';
    this.#machinery.log.warn({ code, subcode, trace }, words);
  }
}
