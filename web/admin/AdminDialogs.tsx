import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Product } from '#contract/catalog.ts'
import type { FieldErrors } from '#contract/errors.ts'
import { CATEGORIES, type Category } from '#contract/locale.ts'
import { ApiError } from '#web/api/request.ts'
import { useAction } from '#web/api/useAction.ts'
import { productQuery } from '#web/catalog/catalog.queries.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field, Select } from '#web/ui/Field.tsx'
import { showToast } from '#web/ui/toasts.ts'
import styles from './AdminDialogs.module.css'
import { deleteProduct, editProduct } from './admin.queries.ts'
import { useAdminTask } from './admin-task.ts'

/** The dialogs behind the Edit and Delete links of an admin's cards. */
export default function AdminDialogs() {
  const { task, end } = useAdminTask()
  const { data: product } = useQuery({ ...productQuery(task?.id ?? 0), enabled: Boolean(task) })
  if (!task || !product) return null
  return task.name === 'edit' ? (
    <EditDialog product={product} onClose={end} />
  ) : (
    <DeleteDialog product={product} onClose={end} />
  )
}

interface DialogProps {
  product: Product
  onClose: () => void
}

function EditDialog({ product, onClose }: DialogProps) {
  const t = useT()
  const [wrong, setWrong] = useState<FieldErrors>({})

  const [save, saving] = useAction(async (form: FormData) => {
    const value = (name: string) => String(form.get(name)).trim()
    try {
      await editProduct(product.id, {
        name: value('name'),
        name_ar: value('name_ar'),
        price: Number(value('price')),
        quantity: Number(value('quantity')),
        category: value('category') as Category,
      })
      showToast(t('toast.productSaved'), 'success')
      onClose()
    } catch (error) {
      console.error(error)
      setWrong(error instanceof ApiError ? error.fields : {})
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
        <Field
          label={t('admin.name')}
          name="name"
          required
          defaultValue={product.name}
          error={wrong.name?.[0]}
          data-autofocus
        />
        <Field
          label={t('admin.nameAr')}
          name="name_ar"
          dir="rtl"
          lang="ar"
          defaultValue={product.name_ar}
          error={wrong.name_ar?.[0]}
        />
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
            error={wrong.quantity?.[0]}
          />
        </div>
        <Select label={t('admin.category')} name="category" defaultValue={product.category}>
          {CATEGORIES.map((category) => (
            <option key={category} value={category}>
              {t(`category.${category}`)}
            </option>
          ))}
        </Select>
        <Button type="submit" wide busy={saving}>
          {t('admin.save')}
        </Button>
      </form>
    </Dialog>
  )
}

function DeleteDialog({ product, onClose }: DialogProps) {
  const t = useT()
  const pick = useLocalized()
  const [remove, removing] = useAction(async () => {
    try {
      await deleteProduct(product.id)
      showToast(t('toast.productDeleted'), 'success')
      onClose()
    } catch (error) {
      console.error(error)
      showToast(t('toast.productFailed'), 'error')
    }
  })
  return (
    <Dialog title={t('admin.deleteTitle')} closeLabel={t('common.close')} onClose={onClose}>
      <p>{t('admin.deleteText', { name: pick(product, 'name') })}</p>
      <div className={styles.choices}>
        <Button variant="outline" data-autofocus onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button variant="danger" busy={removing} onClick={remove}>
          {t('product.delete')}
        </Button>
      </div>
    </Dialog>
  )
}
