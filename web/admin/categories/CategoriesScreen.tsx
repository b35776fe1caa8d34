import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useReducer, useState } from 'react'
import type { AdminCategory } from '#contract/admin/categories.ts'
import { CATEGORY_TITLE_MAX, SHOP_TEXT_MAX } from '#contract/limits.ts'
import { CategoryCard } from '#web/home/CategoryCard.tsx'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { LoadState } from '#web/navigation/LoadState.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { AdminPage, Panel } from '../parts/AdminPage.tsx'
import formStyles from '../parts/Form.module.css'
import { PictureField } from '../parts/PictureField.tsx'
import { SettingsForm } from '../parts/SettingsForm.tsx'
import styles from './CategoriesScreen.module.css'
import { categoriesQuery, reloadCategory, saveCategory } from './categories.queries.ts'

export default function CategoriesScreen() {
  const t = useT()
  const query = useQuery(categoriesQuery)
  return (
    <AdminPage title={t('admin.categories')} lead={t('admin.categoriesText')}>
      <LoadState query={query} skeleton={<Skeleton block={1600} radius={14} />} />
      {query.data?.map((one) => (
        <CategoryPanel key={one.category} stored={one} />
      ))}
    </AdminPage>
  )
}

function CategoryPanel({ stored }: { stored: AdminCategory }) {
  const pick = useLocalized()
  const [round, reopen] = useReducer((count: number) => count + 1, 0)
  return (
    <Panel title={pick(stored, 'default_name')}>
      <CategoryForm key={round} stored={stored} onReopen={reopen} />
    </Panel>
  )
}

interface CategoryFormProps {
  stored: AdminCategory
  onReopen: () => void
}

function CategoryForm({ stored, onReopen }: CategoryFormProps) {
  const t = useT()
  const { category, default_name, default_name_ar } = stored
  const [typed, setTyped] = useState(stored)
  const change = (fields: Partial<AdminCategory>) => setTyped((now) => ({ ...now, ...fields }))
  const { picture_key } = typed
  // Arabic pages show the shop's Arabic name, else its English name, else the default Arabic name.
  const arabicName = typed.name || default_name_ar
  const onInput = ({ target }: FormEvent) => {
    const { name, value } = target as HTMLInputElement
    change({ [name]: value })
  }
  const name = { dir: 'auto', lang: 'en', maxLength: CATEGORY_TITLE_MAX } as const
  const tagline = { ...name, maxLength: SHOP_TEXT_MAX }
  const arabic = { dir: 'rtl', lang: 'ar' } as const
  const fields = [
    { name: 'name', label: t('admin.nameEn'), ...name, placeholder: default_name },
    { name: 'name_ar', label: t('admin.nameAr'), ...name, ...arabic, placeholder: arabicName },
  ] as const
  const taglines = [
    { name: 'tagline', label: t('admin.shop.tagline'), ...tagline },
    { name: 'tagline_ar', label: t('admin.shop.tagline_ar'), ...tagline, ...arabic },
  ] as const
  return (
    <SettingsForm
      className={formStyles.form}
      about="category"
      stored={stored}
      read={({ bilingual }) => ({
        ...bilingual('name'),
        ...bilingual('tagline'),
        picture_key,
      })}
      save={(form, version) => saveCategory(category, { ...form, ...(version && { version }) })}
      reload={() => reloadCategory(category)}
      onReopen={onReopen}
    >
      <Cards category={typed} />
      <div className={styles.fields} onInput={onInput}>
        {fields.map((field) => (
          <Field
            key={field.name}
            defaultValue={stored[field.name]}
            hint={t('admin.categoryDefault', { name: field.placeholder })}
            {...field}
          />
        ))}
        {taglines.map((field) => (
          <TextArea key={field.name} rows={2} defaultValue={stored[field.name]} {...field} />
        ))}
      </div>
      <div className={styles.picture}>
        <PictureField
          label={t('admin.slidePicture')}
          name="picture_key"
          shown={null}
          onUploaded={({ key, url }) => change({ picture_key: key, picture: url })}
        />
        {picture_key !== null && (
          <Button
            variant="outline"
            onClick={() => change({ picture_key: null, picture: stored.default_picture })}
          >
            {t('admin.categoryPictureDefault')}
          </Button>
        )}
      </div>
    </SettingsForm>
  )
}

function Cards({ category: shown }: { category: AdminCategory }) {
  const { name, name_ar, default_name, default_name_ar, tagline, tagline_ar, picture } = shown
  return (
    <div className={styles.cards}>
      <div lang="en" dir="ltr">
        <CategoryCard picture={picture} name={name || default_name} tagline={tagline} />
      </div>
      <div lang="ar" dir="rtl">
        <CategoryCard
          picture={picture}
          name={name_ar || name || default_name_ar}
          tagline={tagline_ar || tagline}
        />
      </div>
    </div>
  )
}
