import { configQuery } from '#web/api/config.queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { keptSettings } from '../parts/kept-settings.ts'

/** The details of the shop, and which of them the environment sets. */
export const shopDetails = keptSettings('/api/admin/shop-details', async ({ data }) => {
  // Header and footer of this page show them, too.
  await queryClient.invalidateQueries(configQuery)
  showAccent(data.accent)
})

/** When stock counts as low and an order as overdue, and whether customers can order. */
export const shopRules = keptSettings('/api/admin/shop-rules', () => {
  // Lists and figures that were read with the former ones.
  void queryClient.invalidateQueries({ queryKey: ['admin'] })
})

/** In this page, as the document of the next one has it (server/shop/page-document.ts). */
function showAccent(accent: string | null): void {
  const shown = document.querySelector<HTMLLinkElement>('link[href^="/api/theme/"]')
  if (!accent) {
    shown?.remove()
    return
  }
  const link = shown ?? document.head.appendChild(document.createElement('link'))
  link.rel = 'stylesheet'
  link.href = `/api/theme/${accent.slice(1)}`
}
