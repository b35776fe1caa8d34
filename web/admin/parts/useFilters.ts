import { useLocation, useNavigate } from 'react-router'

/**
 * Keeps filters in the page's URL, so that a list can be bookmarked, shared and revisited. An empty string turns a
 * filter off.
 * @returns the filters, a function that changes some of them, and a function that returns the props of a filter's field
 */
export function useFilters<Name extends string>(names: readonly Name[]) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const address = new URLSearchParams(search)
  const filters = Object.fromEntries(
    names.map((name) => [name, address.get(name) ?? '']),
  ) as Record<Name, string>

  function change(values: { [name in Name]?: string }) {
    // `search` may lack the parameter of a dialog opened since the last render.
    const next = new URLSearchParams(window.location.search)
    for (const [name, value] of Object.entries(values) as [Name, string][]) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    navigate(`${pathname}?${next}`.replace(/\?$/, ''), { replace: true })
  }
  const fieldOf = (name: Name) => ({
    value: filters[name],
    onChoose: (value: string) => change({ [name]: value } as { [name in Name]?: string }),
  })
  return [filters, change, fieldOf] as const
}

export function oneOf<const T extends string>(known: readonly T[], value: string): T | undefined {
  return known.find((name) => name === value)
}
