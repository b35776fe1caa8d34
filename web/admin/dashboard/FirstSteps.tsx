import { useQueries } from '@tanstack/react-query'
import { isDefault } from '#contract/brand.ts'
import { secondFactorQuery } from '#web/accounts/second-factor.queries.ts'
import { useShopConfig } from '#web/api/config.queries.ts'
import { hasFailed } from '#web/api/load-state.ts'
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

type Facts = Exclude<ReturnType<typeof useFirstSteps>, null | undefined>

/**
 * What tells which of the first steps are done; undefined until it has loaded. Null hides the steps: in a demo, from
 * staff who may not change the settings or may not read the audit log, and if loading has failed.
 */
export function useFirstSteps() {
  const config = useShopConfig()
  const mayRead = useMayRead()
  const maySetUp = useMayWrite('settings')
  const isShown = config?.demo === false && maySetUp && mayRead('audit')
  const ifShown = <Query extends object>(query: Query) => ({ ...query, enabled: isShown })
  const [product, delivery, seller, details, emails, secondFactor] = useQueries({
    queries: [
      ifShown(anyProductQuery),
      ifShown(anyMethodChangeQuery),
      ifShown(tax.query),
      ifShown(shopDetails.query),
      ifShown(emailsQuery),
      ifShown(secondFactorQuery),
    ],
  })
  if (!isShown) return null
  const all = [product, delivery, seller, details, emails, secondFactor]
  if (all.some((query) => query.isPending && !hasFailed(query))) return undefined
  if (!product.isSuccess || !delivery.isSuccess || !seller.isSuccess) return null
  if (!details.isSuccess || !emails.isSuccess || !secondFactor.isSuccess) return null
  return {
    takesPayments: config.payment.opensPage,
    hasProduct: product.data,
    hasDelivery: delivery.data,
    legal: seller.data.data,
    details: details.data,
    emails: emails.data,
    secondFactor: secondFactor.data,
  }
}

interface FirstStepsProps {
  facts: Facts
  /** Whether any order was ever paid. */
  hasPaid: boolean
}

/** The setup steps before a new shop's first sale, checked off when done, and hidden once all are. */
export function FirstSteps({ facts, hasPaid }: FirstStepsProps) {
  const t = useT()
  const { legal, emails, secondFactor } = facts
  const { hasOrders } = facts.details
  const { name, currency, visitors, phone, email } = facts.details.data
  const { shop, delivery: toDelivery, taxes, products } = adminPaths
  const newProduct = `${products}?edit=new`
  const toImport = { text: 'admin.first.import', to: adminPaths.import } as const
  const setUp: Step[] = [
    { text: 'admin.first.name', to: shop, done: Boolean(name) },
    { text: 'admin.first.currency', to: shop, done: Boolean(currency) || hasOrders },
    { text: 'admin.first.visitors', to: shop, done: Boolean(visitors) },
    { text: 'admin.first.delivery', to: toDelivery, done: facts.hasDelivery },
    { text: 'admin.first.tax', to: taxes, done: !isDefault(legal) && Boolean(legal.address) },
    { text: 'admin.first.product', to: newProduct, or: toImport, done: facts.hasProduct },
    { text: 'admin.first.order', to: paths.home, done: hasPaid },
  ]
  const forTrade: Step[] = [
    { text: 'admin.first.payment', done: facts.takesPayments },
    { text: 'admin.first.mail', done: emails.hasMailServer },
    { text: 'admin.first.details', to: shop, done: Boolean(phone || email) },
    { text: 'admin.first.secondFactor', to: twoStepPath, done: secondFactor.is_on },
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
