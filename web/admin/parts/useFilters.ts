import { useLocation, useNavigate } from 'react-router'

/**
 * Keeps filters in the page's URL, so that a list can be bookmarked, shared and revisited. An empty string turns a
 * filter off.
 */
export function useFilters<Name extends string>(
  names: readonly Name[],
): [Record<Name, string>, (change: Partial<Record<Name, string>>) => void] {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const address = new URLSearchParams(search)
  const filters = Object.fromEntries(names.map((name) => [name, address.get(name) ?? '']))

  function change(values: Partial<Record<Name, string>>) {
    // Not `search`: a dialog may have been opened since the list was rendered.
    const next = new URLSearchParams(window.location.search)
    for (const [name, value] of Object.entries(values) as [Name, string][]) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    navigate(`${pathname}?${next}`.replace(/\?$/, ''), { replace: true })
  }
  return [filters as Record<Name, string>, change]
}

export function oneOf<const T extends string>(known: readonly T[], value: string): T | undefined {
  return known.find((name) => name === value)
}

/** Whether any filter is on; a sort order is not a filter. */
export function isFiltered({ sort: _sort, ...filters }: Readonly<Record<string, string>>): boolean {
  return Object.values(filters).some((value) => value !== '')
}
