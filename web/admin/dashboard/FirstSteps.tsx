import { useQueries } from '@tanstack/react-query'
import { isDefault } from '#contract/brand.ts'
import { secondFactorQuery } from '#web/accounts/second-factor.queries.ts'
import { useShopConfig } from '#web/api/config.queries.ts'
import type { MessageId } from '#web/i18n/i18n.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { adminPaths, twoStepPath } from '#web/navigation/admin-paths.ts'
import { Link } from '#web/navigation/Link.tsx'
import { paths } from '#web/navigation/paths.ts'
import Check from '#web/ui/icons/check.svg?icon'
import { emailsQuery } from '../emails/emails.queries.ts'
import { tax } from '../invoices/invoices.queries.ts'
import { Panel } from '../parts/AdminPage.tsx'
import { shopDetails } from '../shop/shop.queries.ts'
import { useMayRead } from '../useMayRead.ts'
import { useMayWrite } from '../useMayWrite.ts'
import { anyMethodChangeQuery, anyProductQuery } from './dashboard.queries.ts'
import styles from './FirstSteps.module.css'

interface Step {
  text: MessageId
  to?: string
  or?: { text: MessageId; to: string }
  done: boolean
}

/**
 * The setup steps before a new shop's first sale, checked off when done. Hidden in a demo, from staff who may not
 * change the settings or may not read the audit log, and once all steps are done.
 */
export function FirstSteps() {
  const config = useShopConfig()
  const mayRead = useMayRead()
  const maySetUp = useMayWrite('settings')
  if (config?.demo !== false || !maySetUp || !mayRead('audit')) return null
  return <Steps takesPayments={config.payment.opensPage} />
}

function Steps({ takesPayments }: { takesPayments: boolean }) {
  const t = useT()
  const [product, delivery, seller, details, emails, secondFactor] = useQueries({
    queries: [
      anyProductQuery,
      anyMethodChangeQuery,
      tax.query,
      shopDetails.query,
      emailsQuery,
      secondFactorQuery,
    ],
  })
  if (!product.isSuccess || !delivery.isSuccess || !seller.isSuccess) return null
  if (!details.isSuccess || !emails.isSuccess || !secondFactor.isSuccess) return null
  const { hasOrders } = details.data
  const { name, currency, visitors, phone, email } = details.data.data
  const { data: legal } = seller.data
  const { shop, delivery: toDelivery, taxes, products } = adminPaths
  const newProduct = `${products}?edit=new`
  const toImport = { text: 'admin.first.import', to: adminPaths.import } as const
  const setUp: Step[] = [
    { text: 'admin.first.name', to: shop, done: Boolean(name) },
    { text: 'admin.first.currency', to: shop, done: Boolean(currency) || hasOrders },
    { text: 'admin.first.visitors', to: shop, done: Boolean(visitors) },
    { text: 'admin.first.delivery', to: toDelivery, done: delivery.data },
    { text: 'admin.first.tax', to: taxes, done: !isDefault(legal) && Boolean(legal.address) },
    { text: 'admin.first.product', to: newProduct, or: toImport, done: product.data },
    { text: 'admin.first.order', to: paths.home, done: hasOrders },
  ]
  const forTrade: Step[] = [
    { text: 'admin.first.payment', done: takesPayments },
    { text: 'admin.first.mail', done: emails.data.hasMailServer },
    { text: 'admin.first.details', to: shop, done: Boolean(phone || email) },
    { text: 'admin.first.secondFactor', to: twoStepPath, done: secondFactor.data.is_on },
  ]
  const steps = [...setUp, ...forTrade]
  const done = steps.filter((step) => step.done).length
  if (done === steps.length) return null
  return (
    <Panel
      title={t('admin.first')}
      actions={
        <span className="quiet">{t('admin.first.progress', { done, count: steps.length })}</span>
      }
      className={styles.whole}
    >
      <div className={styles.lists}>
        <StepList steps={setUp} />
        <section>
          <h3 className={styles.title}>{t('admin.first.trade')}</h3>
          <StepList steps={forTrade} />
        </section>
      </div>
    </Panel>
  )
}

function StepList({ steps }: { steps: readonly Step[] }) {
  const t = useT()
  return (
    <ol>
      {steps.map(({ text, to, or, done }) => (
        <li key={text} className={styles.step}>
          <span className={styles.mark} data-done={done}>
            {done && <Check size={16} aria-hidden />}
          </span>
          <span>
            {to && !done ? <Link to={to}>{t(text)}</Link> : t(text)}
            {or && !done && (
              <>
                {' '}
                <Link to={or.to}>{t(or.text)}</Link>
              </>
            )}
          </span>
          {done && <span className="visually-hidden">({t('admin.first.done')})</span>}
        </li>
      ))}
    </ol>
  )
}
