import { type MouseEvent, useRef, useState } from 'react'
import type { AdminProduct, ProductForm } from '#contract/admin/products.ts'
import type { FieldErrors } from '#contract/errors.ts'
import { ApiError } from '#web/api/request.ts'
import { useAction } from '#web/api/useAction.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { fitsPath } from '#web/navigation/fits-path.ts'
import { Link } from '#web/navigation/Link.tsx'
import { Button } from '#web/ui/Button.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { CheckedForm } from '../parts/CheckedForm.tsx'
import { Conflict } from '../parts/Conflict.tsx'
import formStyles from '../parts/Form.module.css'
import { failureText } from '../parts/failure-text.ts'
import type { MergedEdits } from '../parts/merge-edits.ts'
import { Notice } from '../parts/Notice.tsx'
import { useMayWrite } from '../useMayWrite.ts'
import { EditModal } from './EditModal.tsx'
import { mergeProduct } from './merge-product.ts'
import { PicturesEditor } from './PicturesEditor.tsx'
import styles from './ProductEditor.module.css'
import { ProductFields } from './ProductFields.tsx'
import { loadProduct, showProduct } from './products.queries.ts'
import { readForm } from './read-form.ts'
import { SpecsEditor } from './SpecsEditor.tsx'
import { StockFields } from './StockFields.tsx'
import { PicturesRefused, saveProduct } from './save-product.ts'
import { usePictures } from './usePictures.ts'

interface ProductEditorProps {
  /** Null for a new product. */
  product: AdminProduct | null
  onClose: () => void
  /** Loads the product again and discards the user's changes. */
  onReadAgain?: () => Promise<void>
}

/** One form for everything about a product. A failure keeps the user's input. */
export function ProductEditor({ product, onClose, onReadAgain }: ProductEditorProps) {
  const t = useT()
  const pick = useLocalized()
  const mayWrite = useMayWrite()
  const form = useRef<HTMLFormElement>(null)
  const dirty = useRef(false)
  const [current, setCurrent] = useState(product)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [failure, setFailure] = useState<string>()
  const [conflict, setConflict] = useState<MergedEdits<ProductForm>>()
  const pictures = usePictures(product)

  const mergedWith = (newest: AdminProduct | null, typed: ProductForm) =>
    product && newest ? mergeProduct(product, newest, typed) : undefined

  /** @param base the version to save over: the product as it was opened, or as another person has saved it */
  const [save, saving] = useAction(async (base: AdminProduct | null) => {
    if (!form.current) return
    setErrors({})
    setFailure(undefined)
    setConflict(undefined)
    let last = base
    try {
      const read = readForm(new FormData(form.current))
      const merged = base === current ? read.form : (mergedWith(base, read.form)?.form ?? read.form)
      const draft = { ...read, product: base, form: merged, pictures: pictures.items }
      const saved = await saveProduct(draft, {
        ...pictures.listener,
        onStep: (step) => {
          last = step
          setCurrent(step)
        },
      })
      showProduct(saved)
      showToast(t('toast.productSaved'), 'success')
      onClose()
    } catch (thrown) {
      console.warn(thrown)
      const isRefused = thrown instanceof PicturesRefused
      const error = isRefused ? thrown.cause : thrown
      if (last && last !== base) showProduct(last)
      const stale = error instanceof ApiError && error.status === 409
      if (error instanceof ApiError) setErrors(error.fields)
      // Once the form itself is saved, a 409 can only mean that orders have reserved the units.
      if (stale && last === base && current && form.current) {
        const { form: typed } = readForm(new FormData(form.current))
        const edits = mergedWith(await loadProduct(current.id).catch(() => null), typed)
        if (edits) setConflict(edits)
        else setFailure(t('admin.notSaved'))
      } else if (stale) setErrors({ change: [t('admin.unitsHeld')] })
      else if (isRefused) setFailure(t('admin.picturesRefused'))
      else setFailure(failureText(error, last === base ? 'admin.notSaved' : 'admin.partSaved'))
    }
  })

  const [readAgain, reading] = useAction(async () => onReadAgain?.())
  const [overwrite, overwriting] = useAction(async () => {
    if (current) await save(await loadProduct(current.id))
  })

  /** Follows a link out of the form only if no changes would be lost. */
  function leave(event: MouseEvent) {
    if (!dirty.current) return onClose()
    event.preventDefault()
    setFailure(t('admin.fitsSaveFirst'))
  }

  const name = current && pick(current, 'name')
  const title = name ? (mayWrite ? t('admin.editNamed', { name }) : name) : t('admin.newTitle')
  return (
    <EditModal title={title} isDirty={() => dirty.current} onClose={onClose}>
      <CheckedForm
        ref={form}
        className={styles.form}
        errors={errors}
        onSend={() => save(current)}
        onInput={() => {
          dirty.current = true
        }}
      >
        <div className={styles.parts}>
          <ProductFields product={product} isNew={current === null}>
            {current && <StockFields product={current} />}
            <PicturesEditor
              pictures={pictures}
              onChange={() => {
                dirty.current = true
              }}
            />
          </ProductFields>
          {current?.category === 'Accessories' && (
            <Link to={fitsPath(current.id)} onClick={leave}>
              {t('admin.fits')}
            </Link>
          )}
          <SpecsEditor specs={product?.specs ?? []} />
        </div>
        {mayWrite && (
          <div className={styles.foot}>
            <p className={formStyles.mark}>{t('admin.requiredMark')}</p>
            {failure && <Notice bad>{failure}</Notice>}
            {conflict && (
              <Conflict
                edits={conflict}
                about="product"
                onDiscard={readAgain}
                discarding={reading}
                onOverwrite={overwrite}
                overwriting={overwriting || saving}
              />
            )}
            <div className={styles.choices}>
              <Button variant="outline" onClick={onClose}>
                {t('common.cancel')}
              </Button>
              <Button type="submit" busy={saving} disabled={conflict !== undefined}>
                {t('admin.save')}
              </Button>
            </div>
          </div>
        )}
      </CheckedForm>
    </EditModal>
  )
}
