/** The service's description of a batch, as far as it is read here (docs/interface/v1.md). */
import type { JsonAnswer } from '@paigham/http/json-client.ts';
import { faultsOf, Type, type Static, type TSchema } from '../../kit/shape.ts';

const orNull = <Shape extends TSchema>(shape: Shape) => Type.Union([shape, Type.Null()]);

const PROBLEM = Type.Object({
  detail: Type.String(),
  code: Type.String(),
  errors: Type.Optional(Type.Array(Type.Object({ pointer: Type.String(), detail: Type.String() }))),
});

const BATCH = Type.Object({
  id: orNull(Type.String()),
  state: Type.Enum(['waiting', 'reading', 'refused', 'sending', 'sent', 'dry_run']),
  rows: orNull(Type.Integer()),
  rows_left_out: orNull(Type.Integer()),
  recipients: orNull(Type.Integer()),
  parts: orNull(Type.Integer()),
  price: orNull(Type.String()),
  currency: Type.String(),
  counts: orNull(Type.Record(Type.String(), Type.Integer())),
  progress: orNull(
    Type.Object({
      step: Type.Enum(['reading', 'sending']),
      done: Type.Integer(),
      total: orNull(Type.Integer()),
      rate_per_second: Type.Number(),
      finishes_at: orNull(Type.String()),
    }),
  ),
  problem: orNull(PROBLEM),
  check: Type.Optional(
    orNull(
      Type.Object({
        rows_repeated: Type.Integer(),
        unicode: Type.Object({
          messages: Type.Integer(),
          price: Type.String(),
          characters: Type.Array(Type.String()),
        }),
        long: Type.Object({ messages: Type.Integer(), price: Type.String() }),
      }),
    ),
  ),
  fallback: Type.Optional(
    orNull(
      Type.Object({
        messages: orNull(Type.Integer()),
        price: orNull(Type.String()),
        without_number: orNull(Type.Integer()),
        left_out: orNull(Type.Integer()),
      }),
    ),
  ),
  examples: Type.Optional(
    orNull(
      Type.Array(
        Type.Object({
          row: Type.Integer(),
          number: Type.String(),
          text: Type.String(),
          parts: Type.Integer(),
          price: Type.String(),
        }),
      ),
    ),
  ),
  left_out: Type.Optional(
    orNull(
      Type.Array(
        Type.Object({
          row: Type.Integer(),
          number: Type.String(),
          column: orNull(Type.String()),
          reason: Type.String(),
        }),
      ),
    ),
  ),
});

export type ServedProblem = Static<typeof PROBLEM>;
export type ServedBatch = Static<typeof BATCH>;

type AnswerRead =
  | { readonly kind: 'batch'; readonly batch: ServedBatch }
  | { readonly kind: 'problem'; readonly problem: ServedProblem; readonly status: number }
  /** Not an answer from such a service. */
  | { readonly kind: 'other'; readonly why: string };

export function readAnswer(answer: JsonAnswer): AnswerRead {
  if (answer.kind === 'failed') return { kind: 'other', why: answer.why };
  const { status, body } = answer;
  if (status < 300 && isOf(BATCH, body)) return { kind: 'batch', batch: body };
  if (status >= 400 && isOf(PROBLEM, body)) return { kind: 'problem', problem: body, status };
  return { kind: 'other', why: `it answers ${status}, but it is not Paigham` };
}

function isOf<Shape extends TSchema>(shape: Shape, value: unknown): value is Static<Shape> {
  return faultsOf(shape, value).length === 0;
}
