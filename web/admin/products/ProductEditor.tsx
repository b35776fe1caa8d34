import { useRef, useState } from 'react'
import type { AdminProduct } from '#contract/admin/products.ts'
import { useAction } from '#web/api/useAction.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { fitsPath } from '#web/navigation/fits-path.ts'
import { Link } from '#web/navigation/Link.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CheckedForm } from '../parts/CheckedForm.tsx'
import { Conflict } from '../parts/Conflict.tsx'
import formStyles from '../parts/Form.module.css'
import { failureText, reasonOf } from '../parts/failure-text.ts'
import { Notice } from '../parts/Notice.tsx'
import { useVersionedForm } from '../parts/useVersionedForm.ts'
import { useMayWrite } from '../useMayWrite.ts'
import { EditModal } from './EditModal.tsx'
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

/** The form for a product, its pictures and its stock. The user's input survives a failed save. */
export function ProductEditor({ product, onClose, onReadAgain }: ProductEditorProps) {
  const t = useT()
  const pick = useLocalized()
  const mayWrite = useMayWrite()
  /** Whether the last attempt to save stored at least the product's own fields. */
  const isPartSaved = useRef(false)
  const [current, setCurrent] = useState(product)
  const pictures = usePictures(product)

  const { form, conflict, failure, sending } = useVersionedForm(
    {
      stored: product && storedOf(product),
      read: readForm,
      async save({ stock, stockNote, ...fields }, version, keep) {
        isPartSaved.current = false
        const base = current && version ? { id: current.id, version } : null
        const draft = { product: base, form: fields, pictures: pictures.items, stock, stockNote }
        let last: AdminProduct | undefined
        try {
          await saveProduct(draft, {
            ...pictures.listener,
            onStep(saved) {
              last = saved
              isPartSaved.current = true
              setCurrent(saved)
              keep(storedOf(saved))
            },
          })
        } finally {
          if (last) showProduct(last)
        }
        return undefined
      },
      reload: async () => (current ? storedOf(await loadProduct(current.id)) : undefined),
    },
    {
      saved: t('toast.productSaved'),
      onSaved: onClose,
      failureOf(error) {
        if (error instanceof PicturesRefused) return t('admin.picturesRefused')
        return isPartSaved.current
          ? (reasonOf(error) ?? failureText(error, 'admin.partSaved'))
          : undefined
      },
    },
  )
  const [readAgain, reading] = useAction(async () => onReadAgain?.())

  const name = current && pick(current, 'name')
  const title = name ? (mayWrite ? t('product.editNamed', { name }) : name) : t('admin.newProduct')
  return (
    <EditModal title={title} onClose={onClose}>
      <CheckedForm {...form} className={styles.form}>
        <div className={styles.parts}>
          <ProductFields product={product} isNew={current === null}>
            {current && <StockFields product={current} />}
            <PicturesEditor pictures={pictures} />
          </ProductFields>
          {current?.category === 'Accessories' && (
            <Link to={fitsPath(current.id)} onClick={onClose}>
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
                overwriting={sending}
              />
            )}
            <div className={styles.choices}>
              <Button variant="outline" onClick={onClose}>
                {t('common.cancel')}
              </Button>
              <Button type="submit" busy={sending} disabled={conflict !== undefined}>
                {t('admin.save')}
              </Button>
            </div>
          </div>
        )}
      </CheckedForm>
    </EditModal>
  )
}

/** What is merged with another person's edits; specifications and attributes are saved as entered. */
function storedOf({ specs: _specs, attributes: _attributes, ...product }: AdminProduct) {
  return product
}
