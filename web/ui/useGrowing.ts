import { startTransition, useEffect, useState } from 'react'
import { useInBrowser } from './useWhole.ts'

/**
 * How many parts of a long page to render: all of them or, if a server-rendered screen is being hydrated, initially
 * `first`, then `step` more whenever React has time.
 */
export function useGrowing(all: number, first: number, step: number): number {
  const isInBrowser = useInBrowser()
  const [count, setCount] = useState(isInBrowser ? Number.POSITIVE_INFINITY : first)
  useEffect(() => {
    const next = count + step
    if (count < all) startTransition(() => setCount(next < all ? next : Number.POSITIVE_INFINITY))
  }, [count, all, step])
  return count
}
