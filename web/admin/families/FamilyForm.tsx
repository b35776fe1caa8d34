import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { AdminAttribute } from '#contract/admin/attributes.ts'
import type { AdminFamily, NewFamily } from '#contract/admin/families.ts'
import { FAMILY_AXES_MAX, FAMILY_PRODUCTS_MAX, PRODUCT_NAME_MAX } from '#contract/limits.ts'
import { CATEGORIES, type Category } from '#contract/locale.ts'
import { useAction } from '#web/api/useAction.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { adminPaths } from '#web/navigation/admin-paths.ts'
import { Select } from '#web/ui/Field.tsx'
import { Panel } from '../parts/AdminPage.tsx'
import { CheckedForm } from '../parts/CheckedForm.tsx'
import formStyles from '../parts/Form.module.css'
import { NamesFields } from '../parts/NamesFields.tsx'
import { ProductSearch } from '../parts/ProductSearch.tsx'
import { useVersionedForm } from '../parts/useVersionedForm.ts'
import { VersionedFormEnd } from '../parts/VersionedFormEnd.tsx'
import styles from './FamilyForm.module.css'
import { loadFamily, saveFamily, showFamily } from './families.queries.ts'
import { type Member, MembersTable } from './MembersTable.tsx'

interface FamilyFormProps {
  /** Null for a new family. */
  family: AdminFamily | null
  attributes: readonly AdminAttribute[]
}

export function FamilyForm({ family, attributes }: FamilyFormProps) {
  const t = useT()
  const navigate = useNavigate()
  const [category, setCategory] = useState<Category>(family?.category ?? 'Phones')
  const [members, setMembers] = useState<readonly Member[]>(family?.products ?? [])
  const { form, ...state } = useVersionedForm({
    stored: family && storedOf(family),
    read: ({ all, bilingual }): NewFamily => ({
      category,
      ...bilingual('name'),
      axes: all('axes').map(Number),
      products: members.map(({ id }) => id),
    }),
    async save(typed: NewFamily, version: number | undefined) {
      const saved = await saveFamily(family && version ? { id: family.id, version } : null, typed)
      if (!family) navigate(adminPaths.family(saved.id), { replace: true })
      return storedOf(saved)
    },
    reload: async () => (family ? storedOf(await loadFamily(family.id)) : undefined),
  })
  const [readAgain, reading] = useAction(async () => {
    if (family) showFamily(await loadFamily(family.id))
  })
  const mayAdd = members.length < FAMILY_PRODUCTS_MAX
  return (
    <CheckedForm {...form}>
      <Panel title={t('admin.family')} className={formStyles.form}>
        <Select
          label={t('admin.category')}
          value={category}
          disabled={family !== null || members.length > 0}
          onChange={({ target }) => setCategory(target.value as Category)}
          options={CATEGORIES.map((value) => ({ value, text: t(`category.${value}`) }))}
        />
        <div className={formStyles.pair}>
          <NamesFields entity={family} max={PRODUCT_NAME_MAX} />
        </div>
        <Axes
          attributes={attributes.filter((one) => one.category === category)}
          chosen={family?.axes.map(({ id }) => id) ?? []}
          error={form.errors.axes?.[0]}
        />
        <h3 className={styles.heading}>{t('admin.products')}</h3>
        <MembersTable
          members={members}
          axes={family?.axes ?? []}
          onRemove={(id) => setMembers(members.filter((one) => one.id !== id))}
        />
        {mayAdd && (
          <ProductSearch
            category={category}
            without={members.map(({ id }) => id)}
            onChoose={(product) => setMembers([...members, product])}
          />
        )}
        <VersionedFormEnd
          className={formStyles.save}
          state={state}
          about="family"
          onDiscard={readAgain}
          discarding={reading}
        />
      </Panel>
    </CheckedForm>
  )
}

/** The stored family in the shape of the form, for comparison with the entered values. */
function storedOf({ axes, products, ...family }: AdminFamily) {
  return {
    ...family,
    axes: axes.map(({ id }) => id),
    products: products.map(({ id }) => id),
    names: [
      ...axes.map((axis) => ({ ...axis, kind: 'attribute' as const })),
      ...products.map((product) => ({ ...product, kind: 'product' as const })),
    ],
  }
}

interface AxesProps {
  attributes: readonly AdminAttribute[]
  chosen: readonly number[]
  error: string | undefined
}

/** The attributes in which the family's products differ; `text` attributes cannot be chosen. */
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
