import { useEffect } from 'react'
import { bothNames } from '#contract/brand.ts'
import { useBrand } from '#web/api/config.queries.ts'
import { useT } from '#web/i18n/useI18n.ts'

/** Sets the document's title to the screen's and the shop's name, such as `Profile · Barq برق`. */
export function usePageTitle(page: string): void {
  const t = useT()
  const shop = bothNames(useBrand())
  useEffect(() => {
    document.title = t('shop.title', { page, shop })
  }, [t, page, shop])
}
