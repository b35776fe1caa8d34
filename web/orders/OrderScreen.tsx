import { useParams } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { hasFailed } from '#web/api/load-state.ts'
import { useDateTime } from '#web/i18n/useDateTime.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { paths } from '#web/navigation/paths.ts'
import { usePageTitle } from '#web/navigation/usePageTitle.ts'
import { Breadcrumb } from '#web/ui/Breadcrumb.tsx'
import { cx } from '#web/ui/cx.ts'
import { SectionTitle } from '#web/ui/SectionTitle.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { OrderActions } from './OrderActions.tsx'
import { OrderFacts } from './OrderFacts.tsx'
import { OrderFailure } from './OrderFailure.tsx'
import styles from './OrderScreen.module.css'
import { OrderSteps } from './OrderSteps.tsx'
import { useOneOrder } from './orders.queries.ts'

export default function OrderScreen() {
  const t = useT()
  const id = Number(useParams().id)
  const query = useOneOrder(id)
  const { data: order, error, refetch } = query
  const title = t('order.title', { id: String(id) })
  usePageTitle(title)

  if (order) return <OrderPreview order={order} />
  if (!hasFailed(query)) return <OrderSkeleton title={title} />
  return (
    <div className="container">
      <h1 className="visually-hidden">{title}</h1>
      <OrderFailure error={error} retrying={query.isFetching} onRetry={refetch} />
    </div>
  )
}

function OrderPreview({ order }: { order: Order }) {
  const t = useT()
  const dateTime = useDateTime()
  const title = t('order.title', { id: String(order.id) })
  return (
    <div className={cx('container', styles.screen)}>
      <Breadcrumb
        label={t('cart.breadcrumb')}
        links={[
          <Link key="home" to={paths.home}>
            {t('header.home')}
          </Link>,
          <Link key="orders" to={paths.orders}>
            {t('cart.orders')}
          </Link>,
        ]}
        here={title}
      />
      <SectionTitle level="h1">{title}</SectionTitle>
      <p className={styles.created}>
        {t('order.created')} <bdi>{dateTime(order.created_at)}</bdi>
      </p>
      <div className={styles.columns}>
        <OrderFacts order={order} />
        <section className={styles.panel} aria-labelledby="steps">
          <h2 id="steps" className={styles.heading}>
            {t('order.steps')}
          </h2>
          <OrderSteps order={order} />
          <p className={styles.updated}>
            {t('order.updated', { date: dateTime(order.updated_at) })}
          </p>
          <OrderActions order={order} />
        </section>
      </div>
    </div>
  )
}

function OrderSkeleton({ title }: { title: string }) {
  return (
    <div className={cx('container', styles.screen)}>
      <Skeleton inline={220} block={44} />
      <SectionTitle level="h1">{title}</SectionTitle>
      <Skeleton inline={240} block={24} />
      <div className={styles.columns}>
        <Skeleton block={420} radius={16} />
        <Skeleton block={420} radius={16} />
      </div>
    </div>
  )
}
