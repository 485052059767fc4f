/**
 * The components of a template without the samples of their headers: those are addresses that
 * expire and are others at each look, or handles that nobody knows any more.
 */
export function withoutSamples(components: readonly unknown[]): readonly unknown[] {
  return components.map((component) => {
    if (!isRecord(component)) return component;
    const { example, ...rest } = component;
    if (!isRecord(example)) return component;
    const { header_handle: _, ...kept } = example;
    return Object.keys(kept).length === 0 ? rest : { ...rest, example: kept };
  });
}

type Fields = Readonly<Record<string, unknown>>;

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
