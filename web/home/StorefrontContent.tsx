import { useQuery } from '@tanstack/react-query'
import { homeQuery } from '#web/catalog/catalog.queries.ts'
import ProductRail from '#web/catalog/ProductRail.tsx'
import { useT } from '#web/i18n/useI18n.ts'
import { topProducts } from './sections.ts'
import { WelcomeBanner } from './WelcomeBanner.tsx'

/** The top products and the welcome banner, shown below the sign-in and sign-up forms. */
export default function StorefrontContent() {
  const t = useT()
  const { data } = useQuery(homeQuery)
  return (
    <>
      <ProductRail title={t('home.top')} products={data && topProducts(data.products)} />
      <WelcomeBanner />
    </>
  )
}
