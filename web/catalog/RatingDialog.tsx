import { STARS_MAX, STARS_MIN } from '#contract/limits.ts'
import { useMayBrowse } from '#web/api/config.queries.ts'
import { useAction } from '#web/api/useAction.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { useRequireAccount } from '#web/session/useRequireAccount.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { LoadingScreen } from '#web/ui/Spinner.tsx'
import { Star } from '#web/ui/Stars.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { rate } from './catalog.queries.ts'
import styles from './RatingDialog.module.css'
import { type RatedProduct, setWaiting } from './waiting.ts'

const CHOICES = Array.from({ length: STARS_MAX - STARS_MIN + 1 }, (_, i) => STARS_MIN + i)

interface RatingDialogProps {
  product: RatedProduct
  chosen?: number | null
  onClose: () => void
}

/** Rates a product. Submitting without a choice still sends the request, and the server rejects it. */
export default function RatingDialog({ product, chosen = null, onClose }: RatingDialogProps) {
  const t = useT()
  const pick = useLocalized()
  const mayBrowse = useMayBrowse()
  const requireSession = useRequireAccount()

  const [submit, sending] = useAction(async (rating: number | null) => {
    if (!requireSession()) {
      // If visitors may browse, the toast links to sign-in, and the dialog would block that link.
      if (!mayBrowse) return
      const { id, name, name_ar } = product
      setWaiting({ rating: { product: { id, name, name_ar }, chosen: rating } })
      return onClose()
    }
    await rate(product.id, rating)
    showToast(t('toast.rated'), 'success')
    onClose()
  }, 'toast.rateFailed')

  function onSend(form: FormData) {
    const chosen = form.get('rating')
    submit(chosen === null ? null : Number(chosen))
  }

  return (
    <Dialog title={t('rating.title')} closeLabel={t('common.close')} onClose={onClose}>
      <Form className={styles.form} onSend={onSend}>
        <p className={styles.name}>{pick(product, 'name')}</p>
        <fieldset className={styles.choices}>
          <legend className="visually-hidden">{t('rating.choose')}</legend>
          {CHOICES.map((stars) => (
            <label key={stars} className={styles.choice}>
              <input
                type="radio"
                name="rating"
                value={stars}
                className={styles.radio}
                aria-label={t('rating.stars', { count: stars })}
                defaultChecked={stars === chosen}
                data-autofocus={stars === (chosen ?? STARS_MIN) || undefined}
              />
              <Star />
              <span aria-hidden="true">{stars}</span>
            </label>
          ))}
        </fieldset>
        <Button type="submit" wide busy={sending}>
          {t('rating.submit')}
        </Button>
      </Form>
      {sending && <LoadingScreen label={t('common.loading')} />}
    </Dialog>
  )
}
