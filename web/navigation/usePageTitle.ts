import { useEffect } from 'react'
import { useT } from '#web/i18n/useI18n.ts'

/** Sets the document's title to the screen's, `Profile · Barq برق`. */
export function usePageTitle(page: string): void {
  const t = useT()
  useEffect(() => {
    document.title = t('shop.title', { page })
  }, [t, page])
}
