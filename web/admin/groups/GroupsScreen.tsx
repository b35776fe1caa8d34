import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminBrand, AdminSubCategory } from '#contract/admin/groups.ts'
import { GROUP_NAME_MAX } from '#contract/limits.ts'
import { CATEGORIES, type Category } from '#contract/locale.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { AdminPage } from '../parts/AdminPage.tsx'
import formStyles from '../parts/Form.module.css'
import { Notice } from '../parts/Notice.tsx'
import { textsOf, Words } from '../storefront/BannerDialog.tsx'
import { BannerPicture } from '../storefront/BannerPicture.tsx'
import { SortedGroup } from '../storefront/SortedGroup.tsx'
import { useBannerForm } from '../storefront/useBannerForm.ts'
import styles from './GroupsScreen.module.css'
import {
  brandForm,
  brands,
  brandsQuery,
  subCategories,
  subCategoriesQuery,
  subCategoryForm,
} from './groups.queries.ts'

/** The brands, and the subcategories of each category. */
export default function GroupsScreen() {
  const t = useT()
  const pick = useLocalized()
  const query = useQuery(subCategoriesQuery)
  return (
    <AdminPage title={t('admin.groups')}>
      <SortedGroup
        title={t('admin.brands')}
        add={t('admin.newBrand')}
        query={useQuery(brandsQuery)}
        nameOf={(brand) => pick(brand, 'name')}
        rows={brands}
        removeText={t('admin.removeUnusedText')}
        formOf={brandForm}
        dialog={(brand, close) => <BrandDialog brand={brand} onClose={close} />}
      >
        {(brand) => <Named thing={brand} logo={brand.logo} />}
      </SortedGroup>
      {CATEGORIES.map((category) => (
        <SortedGroup
          key={category}
          title={t('admin.typesOf', { category: t(`category.${category}`) })}
          add={t('admin.newType')}
          query={{ ...query, data: query.data?.filter((one) => one.category === category) }}
          nameOf={(type) => pick(type, 'name')}
          rows={{
            ...subCategories,
            // The order is of all categories together.
            sort: (ids) =>
              subCategories.sort([
                ...(query.data ?? [])
                  .filter((one) => one.category !== category)
                  .map(({ id }) => id),
                ...ids,
              ]),
          }}
          removeText={t('admin.removeUnusedText')}
          formOf={subCategoryForm}
          dialog={(type, close) => <TypeDialog {...{ type, category }} onClose={close} />}
        >
          {(type) => <Named thing={type} />}
        </SortedGroup>
      ))}
    </AdminPage>
  )
}

interface NamedProps {
  thing: { name: string; name_ar: string; products: number }
  logo?: string | null
}

function Named({ thing, logo }: NamedProps) {
  const t = useT()
  const pick = useLocalized()
  return (
    <div className={styles.named}>
      {logo && <img src={logo} alt="" className={styles.logo} />}
      <div className={formStyles.thing}>
        <strong>{pick(thing, 'name')}</strong>
        <span className={formStyles.quiet}>{t('admin.inProducts', { count: thing.products })}</span>
      </div>
    </div>
  )
}

interface BrandDialogProps {
  /** Null for a new brand. */
  brand: AdminBrand | null
  onClose: () => void
}

function BrandDialog({ brand, onClose }: BrandDialogProps) {
  const t = useT()
  const [logo, setLogo] = useState(brand?.logo ?? null)
  const state = useBannerForm((data) => {
    const text = textsOf(data)
    return brands.save(brand?.id ?? null, { name: text('name'), name_ar: text('name_ar'), logo })
  }, onClose)
  const { form, wrong, failure, sending, onSubmit } = state
  return (
    <Dialog
      title={t(brand ? 'admin.editBrand' : 'admin.newBrand')}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <form ref={form} className={formStyles.form} onSubmit={onSubmit}>
        <BannerPicture
          label={t('admin.logo')}
          shown={logo}
          logo
          error={wrong.logo?.[0]}
          onUploaded={({ url }) => setLogo(url)}
        />
        {logo && (
          <Button variant="quiet" onClick={() => setLogo(null)}>
            {t('admin.removeLogo')}
          </Button>
        )}
        <Names thing={brand} wrong={wrong} needsArabic={false} />
        {failure && <Notice bad>{failure}</Notice>}
        <Button type="submit" wide busy={sending}>
          {t('admin.save')}
        </Button>
      </form>
    </Dialog>
  )
}

interface TypeDialogProps {
  /** Null for a new subcategory. */
  type: AdminSubCategory | null
  category: Category
  onClose: () => void
}

function TypeDialog({ type, category, onClose }: TypeDialogProps) {
  const t = useT()
  const state = useBannerForm((data) => {
    const text = textsOf(data)
    const body = { category, name: text('name'), name_ar: text('name_ar') }
    return subCategories.save(type?.id ?? null, body)
  }, onClose)
  const { form, wrong, failure, sending, onSubmit } = state
  return (
    <Dialog
      title={t(type ? 'admin.editType' : 'admin.newType')}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <form ref={form} className={formStyles.form} onSubmit={onSubmit}>
        <Names thing={type} wrong={wrong} needsArabic />
        {failure && <Notice bad>{failure}</Notice>}
        <Button type="submit" wide busy={sending}>
          {t('admin.save')}
        </Button>
      </form>
    </Dialog>
  )
}

interface NamesProps {
  thing: { name: string; name_ar: string } | null
  wrong: ReturnType<typeof useBannerForm>['wrong']
  /** A brand may have one name in both languages. */
  needsArabic: boolean
}

function Names({ thing, wrong, needsArabic }: NamesProps) {
  const t = useT()
  return (
    <Words
      name="name"
      labels={[t('admin.name'), t('admin.nameAr')]}
      now={[thing?.name, thing?.name_ar]}
      max={GROUP_NAME_MAX}
      required={needsArabic ? true : 'english'}
      wrong={wrong}
    />
  )
}
