import { queryOptions } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { shopWindow } from '#contract/shop.ts'
import { request } from '#web/api/request.ts'

declare global {
  interface Window {
    /** Asked for by public/boot.js, long before this code is here. */
    earlyShopWindow?: Promise<Response>
  }
}

/** The carousel and the partners strip, which change rarely. */
export const shopWindowQuery = queryOptions({
  queryKey: ['shop-window'],
  queryFn: async ({ signal }) =>
    (await takeEarlyAnswer()) ?? request<typeof shopWindow>('GET /api/shop-window', { signal }),
  staleTime: 10 * 60_000,
})

/** The answer to the question of boot.js, once; null when it was not asked or went wrong. */
async function takeEarlyAnswer(): Promise<ReplyOf<typeof shopWindow> | null> {
  const early = window.earlyShopWindow
  delete window.earlyShopWindow
  try {
    const response = await early
    return response?.ok ? await response.json() : null
  } catch {
    return null
  }
}
