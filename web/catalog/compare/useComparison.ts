import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { COMPARED_MAX } from '#contract/limits.ts'
import { paths } from '#web/navigation/paths.ts'
import { useSession } from '#web/session/useSession.ts'
import { choose, chooserOf, clearChosen } from './choice.ts'
import { comparisonQuery } from './compare.queries.ts'

/**
 * Compares the products in the URL. Products that no longer exist or are not in the first product's category are
 * removed from the URL and reported in `left`.
 */
export function useComparison() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const user = chooserOf(useSession())
  const ids = readIds(search)
  const query = useQuery(comparisonQuery(ids))
  const [left, setLeft] = useState({ gone: 0, isForeign: false })

  // While a subset of the previous products loads, only that subset stays visible.
  const found = query.data?.products.filter(({ id }) => ids.includes(id)) ?? []
  const category = found[0]?.category
  const products = found.filter((product) => product.category === category)
  const kept = products.map(({ id }) => id)

  const show = (next: readonly number[]) => navigate(paths.compare(next), { replace: true })
  const isCurrent = query.isSuccess && !query.isPlaceholderData
  const isWhole = kept.length === ids.length
  const text = kept.join()

  // Runs before the next paint, so that nothing moves when the message about removed products appears.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each answer
  useLayoutEffect(() => {
    if (!isCurrent) return
    if (isWhole) {
      if (user !== undefined && category) choose({ user, category, ids: kept })
      return
    }
    setLeft({
      gone: left.gone + ids.length - found.length,
      isForeign: left.isForeign || found.length > products.length,
    })
    show(kept)
  }, [isCurrent, isWhole, text, user])

  function remove(id: number) {
    const rest = kept.filter((one) => one !== id)
    if (rest.length === 0) clearChosen()
    // Does not wait for the remaining products to load, because the customer may be about to add another one.
    else if (user !== undefined && category) choose({ user, category, ids: rest })
    show(rest)
  }
  return { ids, query, products, category, left, remove }
}

/** The valid ids in the URL: at most four, without duplicates. */
function readIds(search: string): number[] {
  const texts = new URLSearchParams(search).get('ids')?.split(',') ?? []
  const ids = texts.filter((text) => /^[1-9]\d{0,14}$/.test(text)).map(Number)
  return [...new Set(ids)].slice(0, COMPARED_MAX)
}
