import { useLocation, useNavigate } from 'react-router'

/**
 * Filters that live in the address, so that a list can be kept, shared and gone back to. An empty
 * text is a filter that is off.
 */
export function useFilters<Name extends string>(
  names: readonly Name[],
): [Record<Name, string>, (change: Partial<Record<Name, string>>) => void] {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const address = new URLSearchParams(search)
  const filters = Object.fromEntries(names.map((name) => [name, address.get(name) ?? '']))

  function change(values: Partial<Record<Name, string>>) {
    const next = new URLSearchParams(search)
    for (const [name, value] of Object.entries(values) as [Name, string][]) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    navigate(`${pathname}?${next}`.replace(/\?$/, ''), { replace: true })
  }
  return [filters as Record<Name, string>, change]
}

/** The value when it is one of those known. */
export function oneOf<const T extends string>(known: readonly T[], value: string): T | undefined {
  return known.find((name) => name === value)
}

/** Whether anything is asked for; another order of the same things is not. */
export function isFiltered({ sort: _sort, ...filters }: Readonly<Record<string, string>>): boolean {
  return Object.values(filters).some((value) => value !== '')
}
