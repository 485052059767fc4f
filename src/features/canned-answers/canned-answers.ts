/** How an answer that is ready is shown. */
import { Type } from '../../kit/shape.ts';
import { id, resource, time } from '../../operations/resource.ts';

export const CANNED_ANSWER = resource(
  'CannedAnswer',
  {
    id: id(),
    name: Type.String({ description: 'By which people find it.' }),
    text: Type.String({ description: 'What it says, of at most 4,096 characters.' }),
    created_at: time(),
  },
  'A text that your people answer with, again and again.',
);
