import { useInfiniteQuery } from '@tanstack/react-query'
import { isPriceImpossible, type ListFilters, productsQueryOf } from '#contract/list-filters.ts'
import { productsQuery } from '../catalog.queries.ts'
import { useFavourites } from '../favourites.ts'
import { useStaffTools } from '../staff-tools.ts'

/** The products that pass the filters, page by page. Customers see one card a family. */
export function useFilteredProducts(filters: ListFilters) {
  // Staff keep each product by itself.
  const isAdmin = useStaffTools() !== null
  return useInfiniteQuery({
    ...productsQuery(productsQueryOf(filters, useFavourites(), !isAdmin)),
    enabled: !isPriceImpossible(filters),
  })
}
