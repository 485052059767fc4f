/** `items` in their order, `most` of them at a time; none of none. */
export function* piecesOf<Item>(
  items: readonly Item[],
  most: number,
): Generator<readonly Item[], void> {
  for (let from = 0; from < items.length; from += most) yield items.slice(from, from + most);
}
