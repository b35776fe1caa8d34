import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminBrand, AdminSubCategory } from '#contract/admin/groups.ts'
import { GROUP_NAME_MAX } from '#contract/limits.ts'
import { CATEGORIES, type Category } from '#contract/locale.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { AdminPage } from '../parts/AdminPage.tsx'
import { EntityDialog, type EntityFormProps } from '../parts/EntityDialog.tsx'
import { EntityList } from '../parts/EntityList.tsx'
import formStyles from '../parts/Form.module.css'
import { NamesFields } from '../parts/NamesFields.tsx'
import { PictureField } from '../parts/PictureField.tsx'
import styles from './GroupsScreen.module.css'
import { brands, subCategories } from './groups.queries.ts'

export default function GroupsScreen() {
  const t = useT()
  const pick = useLocalized()
  const brandsQuery = useQuery(brands.query)
  const query = useQuery(subCategories.query)
  return (
    <AdminPage title={t('admin.groups')} queries={[brandsQuery, query]}>
      <EntityList
        title={t('admin.brands')}
        add={t('admin.newBrand')}
        empty={t('admin.none.brands')}
        query={brandsQuery}
        nameOf={(brand) => pick(brand, 'name')}
        list={brands}
        removeText={t('admin.removeUnusedText')}
        dialog={(form) => <BrandDialog {...form} />}
      >
        {(brand) => <Named thing={brand} logo={brand.logo} />}
      </EntityList>
      {CATEGORIES.map((category) => (
        <EntityList
          key={category}
          title={t('admin.typesOf', { category: t(`category.${category}`) })}
          add={t('admin.newType')}
          empty={t('admin.none.types')}
          query={query}
          category={category}
          nameOf={(type) => pick(type, 'name')}
          list={subCategories}
          removeText={t('admin.removeUnusedText')}
          dialog={(form) => <TypeDialog {...form} category={category} />}
        >
          {(type) => <Named thing={type} />}
        </EntityList>
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
        <span className="quiet">{t('admin.inProducts', { count: thing.products })}</span>
      </div>
    </div>
  )
}

function BrandDialog({ entity: brand, onClose }: EntityFormProps<AdminBrand>) {
  const t = useT()
  const [logo, setLogo] = useState(brand?.logo ?? null)
  return (
    <EntityDialog
      title={t(brand ? 'admin.editBrand' : 'admin.newBrand')}
      about="brand"
      entity={brand}
      list={brands}
      read={({ bilingual }) => ({ ...bilingual('name'), logo })}
      onClose={onClose}
    >
      <PictureField
        label={t('admin.logo')}
        name="logo"
        shown={logo}
        logo
        onUploaded={({ url }) => setLogo(url)}
      />
      {logo && (
        <Button variant="quiet" onClick={() => setLogo(null)}>
          {t('admin.shop.logoRemove')}
        </Button>
      )}
      <NamesFields entity={brand} max={GROUP_NAME_MAX} />
    </EntityDialog>
  )
}

interface TypeDialogProps extends EntityFormProps<AdminSubCategory> {
  category: Category
}

function TypeDialog({ entity: type, category, onClose }: TypeDialogProps) {
  const t = useT()
  return (
    <EntityDialog
      title={t(type ? 'admin.editType' : 'admin.newType')}
      about="sub_category"
      entity={type}
      list={subCategories}
      read={({ bilingual }) => ({ category, ...bilingual('name') })}
      onClose={onClose}
    >
      <NamesFields entity={type} max={GROUP_NAME_MAX} />
    </EntityDialog>
  )
}
