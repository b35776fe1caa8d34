import { useInfiniteQuery } from '@tanstack/react-query'
import { isPriceImpossible, type ListFilters, productsQueryOf } from '#contract/list-filters.ts'
import { productsQuery } from '../catalog.queries.ts'
import { useFavourites } from '../favourites.ts'
import { useStaffTools } from '../staff-tools.ts'

/** The matching products, one page at a time. Customers see one card per family. */
export function useFilteredProducts(filters: ListFilters) {
  // Staff see each product separately.
  const isAdmin = useStaffTools() !== null
  return useInfiniteQuery({
    ...productsQuery(productsQueryOf(filters, useFavourites(), !isAdmin)),
    enabled: !isPriceImpossible(filters),
  })
}
