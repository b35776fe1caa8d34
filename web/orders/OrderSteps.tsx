import type { Order } from '#contract/orders.ts'
import { usePlaceholders } from '#web/api/placeholders.ts'
import { useDateTime } from '#web/i18n/useDateTime.ts'
import { useT } from '#web/i18n/useI18n.ts'
import Check from '#web/ui/icons/check.svg?icon'
import styles from './OrderSteps.module.css'
import { stepsOf } from './order-view.ts'

export function OrderSteps({ order }: { order: Order }) {
  const t = useT()
  const dateTime = useDateTime()
  const isFixed = usePlaceholders()
  return (
    <ol>
      {stepsOf(order, isFixed).map((step, index) => (
        <li key={step.id} className={styles.step} data-done={step.done || undefined}>
          <span className={styles.mark}>
            {step.done ? (
              <Check size={18} aria-hidden />
            ) : (
              <span aria-hidden="true">{index + 1}</span>
            )}
            {step.spoken && <span className="visually-hidden">{t(step.spoken)}</span>}
          </span>
          <div>
            <p className={styles.name}>{t(`order.step.${step.id}`)}</p>
            <p className={styles.line}>
              {step.at ? <bdi>{dateTime(step.at)}</bdi> : t(step.waitsFor)}
            </p>
            {step.id === 'sent' && <p className={styles.line}>{t('order.sentText')}</p>}
          </div>
        </li>
      ))}
    </ol>
  )
}
