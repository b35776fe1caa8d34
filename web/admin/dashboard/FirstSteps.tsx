import { useQueries } from '@tanstack/react-query'
import { useShopConfig } from '#web/api/config.queries.ts'
import type { MessageId } from '#web/i18n/i18n.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { adminPaths } from '#web/navigation/admin-paths.ts'
import { Link } from '#web/navigation/Link.tsx'
import Check from '#web/ui/icons/check.tsx'
import { Panel } from '../parts/AdminPage.tsx'
import { shopDetailsQuery } from '../shop/shop.queries.ts'
import styles from './FirstSteps.module.css'
import { anyChangeQuery, anyProductQuery } from './first-steps.queries.ts'

/** What a new shop needs before its first sale, ticked off as it is done; nothing in a demo. */
export function FirstSteps() {
  const config = useShopConfig()
  return config?.demo === false ? <Steps takesPayments={config.payment.opensPage} /> : null
}

function Steps({ takesPayments }: { takesPayments: boolean }) {
  const t = useT()
  const [product, delivery, details] = useQueries({
    queries: [anyProductQuery, anyChangeQuery('shipping_method'), shopDetailsQuery],
  })
  if (!product.isSuccess || !delivery.isSuccess || !details.isSuccess) return null
  const { phone, email } = details.data.data
  const steps: { text: MessageId; to?: string; done: boolean }[] = [
    { text: 'admin.first.product', to: `${adminPaths.products}?edit=new`, done: product.data },
    { text: 'admin.first.delivery', to: adminPaths.delivery, done: delivery.data },
    { text: 'admin.first.payment', done: takesPayments },
    { text: 'admin.first.details', to: adminPaths.shop, done: Boolean(phone || email) },
  ]
  if (steps.every(({ done }) => done)) return null
  return (
    <Panel title={t('admin.first')} className={styles.whole}>
      <ol className={styles.steps}>
        {steps.map(({ text, to, done }) => (
          <li key={text} className={styles.step}>
            <span className={styles.mark} data-done={done}>
              {done && <Check size={16} aria-hidden />}
            </span>
            {to && !done ? <Link to={to}>{t(text)}</Link> : <span>{t(text)}</span>}
            {done && <span className="visually-hidden">({t('admin.first.done')})</span>}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
