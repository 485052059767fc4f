import type { LinkId } from '../domain/ids.ts';
import type { Line } from './send/line.ts';

/** The lines of the links that this node holds now. */
export type Lines = {
  get(linkId: LinkId): Line | undefined;
  all(): readonly Line[];
  open(line: Line): void;
  close(linkId: LinkId): void;
  /** Messages may wait in the queue for this link: then nothing may overtake them. */
  mayHaveWaiting(linkId: LinkId): boolean;
  setWaiting(linkId: LinkId, waiting: boolean): void;
  /**
   * Begins a look into the queue. What it gives is called when the look has found everything:
   * nothing waits then, unless something was put in line meanwhile.
   */
  beginLook(linkId: LinkId): () => void;
};

/**
 * An empty set of lines. A line that is opened is taken to have messages waiting until a look says
 * otherwise.
 */
export function createLines(): Lines {
  const lines = new Map<LinkId, Line>();
  const waiting = new Set<LinkId>();
  const looks = new Map<LinkId, symbol>();
  return {
    get: (linkId) => lines.get(linkId),
    all: () => [...lines.values()],
    open(line) {
      lines.set(line.linkId, line);
      // A look that began under an earlier line does not speak for this one.
      looks.delete(line.linkId);
      waiting.add(line.linkId);
    },
    close: (linkId) => void lines.delete(linkId),
    mayHaveWaiting: (linkId) => waiting.has(linkId),
    beginLook(linkId) {
      const look = Symbol('look');
      looks.set(linkId, look);
      return () => void (looks.get(linkId) === look && waiting.delete(linkId));
    },
    setWaiting(linkId, isWaiting) {
      looks.delete(linkId);
      if (isWaiting) waiting.add(linkId);
      else waiting.delete(linkId);
    },
  };
}
