import { useQuery } from '@tanstack/react-query'
import type { AdminAttribute } from '#contract/admin/attributes.ts'
import { CATEGORIES } from '#contract/locale.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { AdminPage } from '../parts/AdminPage.tsx'
import { EntityList } from '../parts/EntityList.tsx'
import styles from '../parts/Form.module.css'
import { AttributeDialog } from './AttributeDialog.tsx'
import { attributes } from './attributes.queries.ts'

export default function AttributesScreen() {
  const t = useT()
  const pick = useLocalized()
  const query = useQuery(attributes.query)
  return (
    <AdminPage title={t('admin.attributes')} queries={[query]}>
      {CATEGORIES.map((category) => (
        <EntityList
          key={category}
          title={t(`category.${category}`)}
          add={t('admin.newAttribute')}
          empty={t('admin.none.attributes')}
          query={query}
          category={category}
          nameOf={(attribute) => pick(attribute, 'name')}
          list={attributes}
          removeText={t('admin.removeUnusedText')}
          dialog={(form) => <AttributeDialog {...form} category={category} />}
        >
          {(attribute) => <Row attribute={attribute} />}
        </EntityList>
      ))}
    </AdminPage>
  )
}

function Row({ attribute }: { attribute: AdminAttribute }) {
  const t = useT()
  const pick = useLocalized()
  const { kind, choices, products, is_filter, is_compared } = attribute
  const unit = pick(attribute, 'unit')
  const facts = [
    unit ? `${t(`admin.kind.${kind}`)} (${unit})` : t(`admin.kind.${kind}`),
    is_filter && t('admin.isFilter'),
    is_compared && t('admin.isCompared'),
    t('admin.inProducts', { count: products }),
  ].filter(Boolean)
  return (
    <div className={styles.thing}>
      <strong>{pick(attribute, 'name')}</strong>
      <span className="quiet">{facts.join(' · ')}</span>
      {choices.length > 0 && (
        <span className="quiet">
          {choices.map((choice) => pick(choice, 'name')).join(t('admin.comma'))}
        </span>
      )}
    </div>
  )
}
