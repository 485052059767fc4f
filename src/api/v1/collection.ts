/**
 * What the endpoints of one resource have in common, to be spread into `listOf`, `getOne` and
 * `operate`: where they are, what they give and how it is shown. Each says the rest itself.
 */
import type { FailureReason } from '../../domain/failure/failure.ts';
import type { TProperties } from '../../kit/shape.ts';
import type { Resource } from '../../operations/resource.ts';
import type { Place } from './endpoint.ts';

/**
 * @param field the field of operations that the `{id}` of a path gives
 * @param unknown why there may be none
 */
export function collection<
  Fields extends TProperties,
  Row,
  Context,
  const Id extends Place,
  const Field extends string,
>(
  item: Resource<Fields, Row, Context>,
  {
    path,
    id,
    field,
    unknown,
  }: {
    readonly path: string;
    readonly id: Id;
    readonly field: Field;
    readonly unknown: FailureReason;
  },
) {
  const { show, title } = item;
  const fromPath = { [field]: 'id' } as { readonly [Name in Field]: 'id' };
  const one = { path: `${path}/{id}`, places: { id }, fromPath, unknown };
  const shown = { gives: item, show };
  const placeOf = (row: { readonly id: number }) => row.id;
  const location = (made: { readonly id: string }) => `${path}/${made.id}`;
  return {
    list: { path, item, show, placeOf, title: `${String(title)}List` },
    show: { ...one, ...shown },
    add: { ...shown, method: 'POST', path, repeatable: true, location },
    change: { ...one, ...shown, method: 'PATCH' },
    remove: { ...one, method: 'DELETE' },
  } as const;
}
