import { useNavigate, useSearch } from '@tanstack/react-router';

/**
 * What a list is filtered by, kept in the address, so that a filtered list is a link:
 * `const [filters, change] = useFilters({ state: '', recipient: '' })`. The argument names the
 * filters with what holds when the address says nothing.
 */
export function useFilters<Filters extends Readonly<Record<string, string>>>(
  usual: Filters,
): readonly [
  { readonly [Name in keyof Filters]: string },
  (change: { readonly [Name in keyof Filters]?: string }) => void,
] {
  const navigate = useNavigate();
  // The router reads every one of them as text.
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false });
  const filters = Object.fromEntries(
    Object.entries(usual).map(([name, value]) => [name, search[name] ?? value]),
  ) as { [Name in keyof Filters]: string };
  const change = (changed: { readonly [Name in keyof Filters]?: string }): void => {
    void navigate({ to: '.', search: { ...search, ...changed }, replace: true });
  };
  return [filters, change];
}
