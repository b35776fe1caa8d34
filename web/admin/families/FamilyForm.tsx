import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { AdminAttribute } from '#contract/admin/attributes.ts'
import type { AdminFamily } from '#contract/admin/families.ts'
import { FAMILY_AXES_MAX, FAMILY_PRODUCTS_MAX, PRODUCT_NAME_MAX } from '#contract/limits.ts'
import { CATEGORIES, type Category } from '#contract/locale.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { adminPaths } from '#web/navigation/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field, Select } from '#web/ui/Field.tsx'
import { Panel } from '../parts/AdminPage.tsx'
import formStyles from '../parts/Form.module.css'
import { Notice } from '../parts/Notice.tsx'
import { textsOf } from '../storefront/BannerDialog.tsx'
import { useBannerForm } from '../storefront/useBannerForm.ts'
import styles from './FamilyForm.module.css'
import { saveFamily } from './families.queries.ts'
import { type Member, MembersTable } from './MembersTable.tsx'
import { ProductSearch } from './ProductSearch.tsx'

interface FamilyFormProps {
  /** Null for a new family. */
  family: AdminFamily | null
  attributes: readonly AdminAttribute[]
}

/** The names, the options and the products of a family. */
export function FamilyForm({ family, attributes }: FamilyFormProps) {
  const t = useT()
  const navigate = useNavigate()
  const [category, setCategory] = useState<Category>(family?.category ?? 'Phones')
  const [members, setMembers] = useState<readonly Member[]>(family?.products ?? [])
  const state = useBannerForm(
    async (data) => {
      const text = textsOf(data)
      const saved = await saveFamily(family, {
        category,
        name: text('name'),
        name_ar: text('name_ar'),
        axes: data.getAll('axes').map(Number),
        products: members.map(({ id }) => id),
      })
      if (!family) navigate(adminPaths.family(saved.id), { replace: true })
    },
    () => {},
  )
  const { form, wrong, failure, sending, onSubmit } = state
  const mayAdd = members.length < FAMILY_PRODUCTS_MAX
  return (
    <form ref={form} onSubmit={onSubmit}>
      <Panel title={t('admin.family')} className={formStyles.form}>
        <Select
          label={t('admin.category')}
          value={category}
          disabled={family !== null || members.length > 0}
          onChange={({ target }) => setCategory(target.value as Category)}
        >
          {CATEGORIES.map((name) => (
            <option key={name} value={name}>
              {t(`category.${name}`)}
            </option>
          ))}
        </Select>
        <div className={formStyles.pair}>
          <Field
            label={t('admin.name')}
            name="name"
            required
            lang="en"
            dir="ltr"
            maxLength={PRODUCT_NAME_MAX}
            defaultValue={family?.name}
            error={wrong.name?.[0]}
          />
          <Field
            label={t('admin.nameAr')}
            name="name_ar"
            required
            lang="ar"
            dir="rtl"
            maxLength={PRODUCT_NAME_MAX}
            defaultValue={family?.name_ar}
            error={wrong.name_ar?.[0]}
          />
        </div>
        <Axes
          attributes={attributes.filter((one) => one.category === category)}
          chosen={family?.axes.map(({ id }) => id) ?? []}
          error={wrong.axes?.[0]}
        />
        <h3 className={styles.heading}>{t('admin.products')}</h3>
        <MembersTable
          members={members}
          axes={family?.axes ?? []}
          onRemove={(id) => setMembers(members.filter((one) => one.id !== id))}
        />
        {wrong.products && <Notice bad>{wrong.products[0]}</Notice>}
        {mayAdd && (
          <ProductSearch
            category={category}
            without={members.map(({ id }) => id)}
            onChoose={(product) => setMembers([...members, product])}
          />
        )}
        {failure && <Notice bad>{failure}</Notice>}
        <Button type="submit" busy={sending}>
          {t('admin.save')}
        </Button>
      </Panel>
    </form>
  )
}

interface AxesProps {
  attributes: readonly AdminAttribute[]
  chosen: readonly number[]
  error: string | undefined
}

/** Attributes that can be options; free text cannot. */
function Axes({ attributes, chosen, error }: AxesProps) {
  const t = useT()
  const pick = useLocalized()
  const possible = attributes.filter(({ kind }) => kind !== 'text')
  return (
    <fieldset className={formStyles.choices}>
      <legend>{t('admin.differencesUpTo', { max: FAMILY_AXES_MAX })}</legend>
      {possible.length === 0 && <p>{t('admin.differencesNone')}</p>}
      {possible.map((attribute) => (
        <label key={attribute.id}>
          <input
            type="checkbox"
            name="axes"
            value={attribute.id}
            defaultChecked={chosen.includes(attribute.id)}
            aria-invalid={error ? true : undefined}
          />
          {pick(attribute, 'name')}
        </label>
      ))}
      {error && <p className={styles.error}>{error}</p>}
    </fieldset>
  )
}
