import type { AdminProduct } from '#contract/admin/products.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { CheckedForm } from '../parts/CheckedForm.tsx'
import formStyles from '../parts/Form.module.css'
import { FormEnd } from '../parts/FormEnd.tsx'
import { useShopTime } from '../parts/shop-time.ts'
import { useEntityForm } from '../parts/useEntityForm.ts'
import { adjustStock, showProduct } from './products.queries.ts'
import styles from './StockDialog.module.css'
import { StockFields } from './StockFields.tsx'

export function StockDialog({ product, onClose }: { product: AdminProduct; onClose: () => void }) {
  const t = useT()
  const pick = useLocalized()
  const { form, failure, sending } = useEntityForm(
    async ({ text, figure }) =>
      showProduct(await adjustStock(product.id, figure('stock'), text('stockNote'))),
    {
      saved: t('admin.stockSaved'),
      onSaved: onClose,
    },
  )
  return (
    <Dialog
      title={t('admin.stockOf', { name: pick(product, 'name') })}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <CheckedForm {...form} className={formStyles.form}>
        <StockFields product={product} alone />
        <FormEnd failure={failure} sending={sending} wide>
          {t('admin.stockSave')}
        </FormEnd>
      </CheckedForm>
      <Ledger entries={product.stockEntries} />
    </Dialog>
  )
}

function Ledger({ entries }: { entries: AdminProduct['stockEntries'] }) {
  const t = useT()
  const dateTime = useShopTime()
  if (entries.length === 0) return null
  return (
    <section className={styles.ledger}>
      <h3 className={styles.heading}>{t('admin.ledger')}</h3>
      <ul>
        {entries.map((entry) => {
          // The change in available units: ±0 for a sale, because the units were already reserved.
          const change = entry.on_hand - entry.reserved
          return (
            <li key={entry.id} className={styles.entry}>
              <bdi dir="ltr" className={styles.change}>
                {change > 0 ? `+${change}` : change || '±0'}
              </bdi>
              <span>
                {t(`admin.moved.${entry.reason}`)}
                {entry.order_id && ` · ${t('order.title', { id: entry.order_id })}`}
                {entry.note && <span className={styles.note}>{entry.note}</span>}
              </span>
              <span className={styles.when}>
                {dateTime(entry.at)}
                {entry.actor && ` · ${entry.actor}`}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
