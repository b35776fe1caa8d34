import type { ReactNode } from 'react'
import { useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { paths } from '#web/navigation/paths.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import ShoppingBag from '#web/ui/icons/shopping-bag.svg?icon'

export function NothingInCart({ text, children }: { text: string; children: ReactNode }) {
  const t = useT()
  return (
    <EmptyState icon={<ShoppingBag />} title={t('cart.empty')} text={text}>
      <Link to={paths.home} className={buttonClass()}>
        {t('cart.browse')}
      </Link>
      {children}
    </EmptyState>
  )
}
