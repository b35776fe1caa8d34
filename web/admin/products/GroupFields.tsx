import { useQuery } from '@tanstack/react-query'
import type { AdminAttribute } from '#contract/admin/attributes.ts'
import type { AdminProduct } from '#contract/admin/products.ts'
import { ATTRIBUTE_VALUE_MAX } from '#contract/limits.ts'
import type { Category } from '#contract/locale.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Field, Select } from '#web/ui/Field.tsx'
import { useFieldError } from '#web/ui/Form.tsx'
import { attributes as attributeList } from '../attributes/attributes.queries.ts'
import { brands as brandList, subCategories } from '../groups/groups.queries.ts'
import { BilingualFields } from '../parts/NamesFields.tsx'
import { DECIMAL } from '../parts/number-fields.ts'
import styles from './ProductEditor.module.css'

interface GroupFieldsProps {
  product: AdminProduct | null
  category: Category
}

/** Brand, subcategory and attributes of a product. Each category has its own subcategories and attributes. */
export function GroupFields({ product, category }: GroupFieldsProps) {
  const t = useT()
  const pick = useLocalized()
  const error = useFieldError('attributes')
  const brands = useQuery(brandList.query).data
  const types = useQuery(subCategories.query).data?.filter((one) => one.category === category)
  const attributes = useQuery(attributeList.query).data?.filter((one) => one.category === category)
  // Until these lists have loaded, the form lacks the fields, and saving keeps the product's values.
  if (!brands || !types || !attributes) return null
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{t('admin.groupFields')}</legend>
      <div className={styles.small}>
        <Select
          label={t('list.brand')}
          name="brand"
          defaultValue={product?.brand ?? ''}
          none={t('admin.none')}
          options={brands.map((brand) => ({ value: brand.id, text: pick(brand, 'name') }))}
        />
        <Select
          key={category}
          label={t('list.subCategory')}
          name="sub_category"
          defaultValue={product?.sub_category ?? ''}
          none={t('admin.none')}
          options={types.map((type) => ({ value: type.id, text: pick(type, 'name') }))}
        />
        <input type="hidden" name="has-attributes" value="1" />
        {attributes.map((attribute) => (
          <AttributeFields
            key={attribute.id}
            attribute={attribute}
            value={product?.attributes.find(({ id }) => id === attribute.id)}
          />
        ))}
      </div>
      {error && <p className={styles.error}>{error}</p>}
    </fieldset>
  )
}

interface AttributeFieldsProps {
  attribute: AdminAttribute
  value: AdminProduct['attributes'][number] | undefined
}

function AttributeFields({ attribute, value }: AttributeFieldsProps) {
  const t = useT()
  const pick = useLocalized()
  const { id, kind, choices } = attribute
  const name = pick(attribute, 'name')
  const unit = pick(attribute, 'unit')
  if (kind === 'number') {
    return (
      <Field
        label={t('form.optional', { label: unit ? `${name} (${unit})` : name })}
        name={`number-${id}`}
        {...DECIMAL}
        defaultValue={value?.number ?? ''}
      />
    )
  }
  if (kind === 'text') {
    return (
      <BilingualFields
        name={`text-${id}`}
        labels={[name, t('admin.inArabicNamed', { name })]}
        now={[value?.text ?? '', value?.text_ar ?? '']}
        max={ATTRIBUTE_VALUE_MAX}
        required={false}
      />
    )
  }
  const isYesOrNo = kind === 'boolean'
  const chosen = isYesOrNo ? YES_OR_NO.get(value?.is_true ?? null) : value?.choice?.id
  return (
    <Select
      label={name}
      name={isYesOrNo ? `boolean-${id}` : `choice-${id}`}
      defaultValue={chosen ?? ''}
      none={t('admin.none')}
      options={
        isYesOrNo
          ? [
              { value: 'yes', text: t('choice.yes') },
              { value: 'no', text: t('choice.no') },
            ]
          : choices.map((choice) => ({ value: choice.id, text: pick(choice, 'name') }))
      }
    />
  )
}

const YES_OR_NO = new Map<boolean | null, string>([
  [true, 'yes'],
  [false, 'no'],
])
