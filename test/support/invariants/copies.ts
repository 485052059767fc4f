/**
 * I4: an operator has a single copy of a message's part, unless an attempt at it is ambiguous; of
 * what a test key sent it has none: nobody accepted that for it.
 */
import { some, type Evidence, type HeardCopies } from './evidence.ts';
import { textOf } from './moves.ts';

const messagesWith = (text: string): string => `
  select m.recipient::text, ${text} as text, m.parts, count(*) as messages
  from messages m where m.alphabet <> 3 and m.tariff_id <> 0 group by 1, 2, 3`;

const attemptsWith = (text: string): string => `
  select m.recipient::text, ${text} as text, a.part,
         count(*) filter (where a.outcome = 1) as taken,
         count(*) filter (where a.ambiguous) as ambiguous,
         string_agg(concat_ws(' ', m.id, a.attempt, 'link', a.link_id, a.operator_key, a.node,
                              to_char(a.answered_at, 'HH24:MI:SS.MS')), '; ') as tries
  from attempts a join messages m on m.account_id = a.account_id and m.id = a.message_id
  where m.alphabet <> 3 and m.tariff_id <> 0
  group by 1, 2, 3`;

/** All messages with the same text to the same recipient: the operator cannot tell them apart. */
type Twins = {
  readonly recipient: string;
  readonly text: string;
  readonly parts: number;
  readonly messages: number;
};

type Tried = {
  readonly recipient: string;
  readonly text: string;
  readonly part: number;
  readonly taken: number;
  readonly ambiguous: number;
  /** Its attempts, for whoever has to find out what happened. */
  readonly tries: string;
};

const nameOf = (recipient: string, text: string, part: number): string =>
  `${recipient} ${part} ${text}`;

/**
 * A sentence for every unexplained copy, and for everything nobody accepted or the operators never
 * got.
 */
export async function findUnexplainedCopies(evidence: Evidence): Promise<readonly string[]> {
  const text = await textOf(evidence.ask);
  const messages = await evidence.ask<Twins>(messagesWith(text));
  const attempts = await evidence.ask<Tried>(attemptsWith(text));
  const twins = Map.groupBy(messages, ({ recipient }) => recipient);
  const tried = new Map(attempts.map((it) => [nameOf(it.recipient, it.text, it.part), it]));
  const strangers: HeardCopies[] = [];
  const tooMany: string[] = [];
  const heardTaken = new Map<string, number>();
  const heard = Map.groupBy(evidence.copies, ({ destination }) => destination);
  for (const copies of evidence.copies) {
    const candidates = twins.get(copies.destination) ?? [];
    const alike = candidates.filter((it) => isOf(copies, it));
    const found =
      alike.find((it) => isBehind(copies, it, heard.get(copies.destination) ?? [])) ??
      alike[0] ??
      candidates.find((it) => isForgotten(it));
    if (found === undefined) {
      strangers.push(copies);
      continue;
    }
    for (const part of partsOf(copies, found)) {
      const name = nameOf(found.recipient, found.text, part);
      const allowed = found.messages + (tried.get(name)?.ambiguous ?? 0);
      // By all operators: one may have refused what another took.
      const taken = copies.taken + (heardTaken.get(name) ?? 0);
      heardTaken.set(name, taken);
      if (taken > allowed) {
        tooMany.push(`I4: ${taken} copies, ${allowed} explained: ${shorten(name)}`);
      }
    }
  }
  const unheard = [...tried].filter(([name, { taken }]) => taken > (heardTaken.get(name) ?? 0));
  return [
    ...some(tooMany, (sentence) => sentence),
    ...some(strangers, (it) => `I4: nobody accepted what was heard: ${shorten(it.text)}`),
    ...some(unheard, ([name, { taken, tries }]) => {
      return `I3: recorded as taken ${taken} times, never heard: ${shorten(name)} (${tries})`;
    }),
  ];
}

/** Codes to one number, whose texts nobody saw: they count together. */
const isForgotten = ({ text }: Twins): boolean => text === '';

/** Whether what was received is a part of such a message. */
function isOf(copies: HeardCopies, { text, parts }: Twins): boolean {
  // A long text may arrive in one piece.
  if (copies.part === '') return copies.text === text;
  const [number, count] = copies.part.split('/').map(Number);
  if (count !== parts) return false;
  if (number === 1) return text.startsWith(copies.text);
  return number === count ? text.endsWith(copies.text) : text.includes(copies.text);
}

/** A short last part may end several texts: it is of the one that has it behind the part before. */
function isBehind(copies: HeardCopies, { text }: Twins, heard: readonly HeardCopies[]): boolean {
  const [number, count] = copies.part.split('/').map(Number);
  const before = `${(number ?? 0) - 1}/${count}`;
  return heard.some((it) => it.part === before && text.includes(it.text + copies.text));
}

/** Numbers of the parts that arrived: one, or all of them in one piece. */
function partsOf(copies: HeardCopies, { parts }: Twins): readonly number[] {
  if (copies.part !== '') return [Number(copies.part.split('/')[0])];
  return Array.from({ length: parts }, (_, index) => index + 1);
}

const shorten = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);
