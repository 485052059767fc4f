/** Labels: words by which an account sorts its conversations. */
import { Type } from '../../kit/shape.ts';
import { id, resource, time } from '../../operations/resource.ts';

/** Of a dot before the name, which says the same: nobody has to tell colours apart. */
export const LABEL_COLOURS = [
  ...(['gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'violet'] as const),
];
export type LabelColour = (typeof LABEL_COLOURS)[number];

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
