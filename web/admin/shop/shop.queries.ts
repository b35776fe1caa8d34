import { configQuery } from '#web/api/config.queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { keptSettings } from '../parts/kept-settings.ts'

/** The shop's details, and which of them the environment sets. */
export const shopDetails = keptSettings('/api/admin/shop-details', async ({ data }) => {
  // The header and footer of this page show the details, too.
  await queryClient.invalidateQueries(configQuery)
  showAccent(data.accent)
})

/** The shop rules, such as when stock counts as low and an order as overdue, and whether customers can order. */
export const shopRules = keptSettings('/api/admin/shop-rules', () => {
  // Refetches the lists and figures that depend on the rules.
  void queryClient.invalidateQueries({ queryKey: ['admin'] })
})

/** Applies the accent to this page; the next document already contains it (server/shop/page-document.ts). */
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
