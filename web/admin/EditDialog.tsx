import { type FormEvent, useState } from 'react'
import type { AdminProduct } from '#contract/admin/products.ts'
import type { FieldErrors } from '#contract/errors.ts'
import { DESCRIPTION_MAX, PRODUCT_NAME_MAX } from '#contract/limits.ts'
import { CATEGORIES, type Category } from '#contract/locale.ts'
import { ApiError } from '#web/api/request.ts'
import { useAction } from '#web/api/useAction.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field, Select, TextArea } from '#web/ui/Field.tsx'
import { showToast } from '#web/ui/toasts.ts'
import styles from './AdminDialogs.module.css'
import { adjustStock, saveProduct } from './admin.queries.ts'

interface EditDialogProps {
  product: AdminProduct
  onClose: () => void
}

/** Words, price, category and stock of a product. */
export function EditDialog({ product, onClose }: EditDialogProps) {
  const t = useT()
  const [wrong, setWrong] = useState<FieldErrors>({})
  const [conflict, setConflict] = useState(false)

  const [save, saving] = useAction(async (form: FormData) => {
    try {
      await saveProduct(product.id, changed(product, form))
      const change = Number(form.get('quantity')) - product.quantity
      if (change !== 0) await adjustStock(product.id, change)
      showToast(t('toast.productSaved'), 'success')
      onClose()
    } catch (error) {
      console.error(error)
      setWrong(error instanceof ApiError ? error.fields : {})
      setConflict(error instanceof ApiError && error.status === 409)
      showToast(t('toast.productFailed'), 'error')
    }
  })

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    save(new FormData(event.currentTarget))
  }

  return (
    <Dialog title={t('admin.editTitle')} closeLabel={t('common.close')} onClose={onClose}>
      <form className={styles.form} onSubmit={onSubmit}>
        <Words product={product} wrong={wrong} />
        <div className={styles.pair}>
          <Field
            label={t('admin.price')}
            name="price"
            type="number"
            min={0}
            step={0.01}
            required
            dir="ltr"
            defaultValue={product.price}
            error={wrong.price?.[0]}
          />
          <Field
            label={t('admin.quantity')}
            name="quantity"
            type="number"
            min={0}
            step={1}
            required
            dir="ltr"
            defaultValue={product.quantity}
            error={wrong.change?.[0]}
          />
        </div>
        <Select label={t('admin.category')} name="category" defaultValue={product.category}>
          {CATEGORIES.map((category) => (
            <option key={category} value={category}>
              {t(`category.${category}`)}
            </option>
          ))}
        </Select>
        {conflict && (
          <p className={styles.conflict} role="alert">
            {t('admin.conflict')}
          </p>
        )}
        <Button type="submit" wide busy={saving}>
          {t('admin.save')}
        </Button>
      </form>
    </Dialog>
  )
}

/** Name and description in both languages. */
function Words({ product, wrong }: { product: AdminProduct; wrong: FieldErrors }) {
  const t = useT()
  return (
    <>
      <Field
        label={t('admin.name')}
        name="name"
        required
        maxLength={PRODUCT_NAME_MAX}
        dir="ltr"
        lang="en"
        defaultValue={product.name}
        error={wrong.name?.[0]}
        data-autofocus
      />
      <Field
        label={t('admin.nameAr')}
        name="name_ar"
        required
        maxLength={PRODUCT_NAME_MAX}
        dir="rtl"
        lang="ar"
        defaultValue={product.name_ar}
        error={wrong.name_ar?.[0]}
      />
      <TextArea
        label={t('admin.description')}
        name="description"
        maxLength={DESCRIPTION_MAX}
        dir="ltr"
        lang="en"
        defaultValue={product.description}
        error={wrong.description?.[0]}
      />
      <TextArea
        label={t('admin.descriptionAr')}
        name="description_ar"
        maxLength={DESCRIPTION_MAX}
        dir="rtl"
        lang="ar"
        defaultValue={product.description_ar}
        error={wrong.description_ar?.[0]}
      />
    </>
  )
}

/** The form's values over what the form does not show; the version says what was read. */
function changed(product: AdminProduct, form: FormData) {
  const value = (name: string) => String(form.get(name)).trim()
  return {
    name: value('name'),
    name_ar: value('name_ar'),
    description: value('description'),
    description_ar: value('description_ar'),
    category: value('category') as Category,
    seller: product.seller,
    price: Number(value('price')),
    version: product.version,
  }
}
