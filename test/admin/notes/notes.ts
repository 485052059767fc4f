/** A note, wherever it is shown. */
import { Type } from '../../../src/kit/shape.ts';
import { id, resource, time } from '../../../src/operations/resource.ts';

export const NOTE = resource('Note', { id: id(), text: Type.String(), created_at: time() });
