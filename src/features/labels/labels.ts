/** Labels: words by which an account sorts its conversations. */
import { Type } from '../../kit/shape.ts';
import { id, resource, time } from '../../operations/resource.ts';
import { LABEL_COLOURS } from './labels.sql.ts';

export const LABEL = resource(
  'Label',
  {
    id: id(),
    name: Type.String(),
    colour: Type.Enum([...LABEL_COLOURS]),
    created_at: time(),
  },
  'A word by which your people sort conversations.',
);
