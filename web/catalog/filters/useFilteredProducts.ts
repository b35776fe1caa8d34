import { useInfiniteQuery } from '@tanstack/react-query'
import { useSession } from '#web/session/useSession.ts'
import { productsQuery } from '../catalog.queries.ts'
import { useFavourites } from '../favourites.ts'
import { isPriceImpossible, type ListFilters, productsQueryOf } from './list-filters.ts'

/** The products that pass the filters, page by page. Customers see one card a family. */
export function useFilteredProducts(filters: ListFilters) {
  // Staff keep each product by itself.
  const { isAdmin } = useSession()
  return useInfiniteQuery({
    ...productsQuery(productsQueryOf(filters, useFavourites(), !isAdmin)),
    enabled: !isPriceImpossible(filters),
  })
}
