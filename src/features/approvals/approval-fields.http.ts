/** What senders and templates of texts show of their approval. */
import { nullable } from '../../operations/resource.ts';
import { Type } from '../../kit/shape.ts';
import { APPROVAL_STATES } from '../../operations/fields.ts';

export const state = Type.Enum([...APPROVAL_STATES], {
  description: 'waiting: for the operator of the service. Only what is approved can be used.',
});

export const reason = nullable('Why it was rejected.');

export const FILTERS = { state: Type.Optional(state) };
