import { useState } from 'react'
import type { AdminAttribute } from '#contract/admin/attributes.ts'
import type { AdminFamily, AxisValue } from '#contract/admin/families.ts'
import { FAMILY_PRODUCTS_MAX, STOCK_MAX } from '#contract/limits.ts'
import { currencyMark } from '#contract/money.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { useValueText } from '#web/i18n/useValueText.ts'
import { Field, Select } from '#web/ui/Field.tsx'
import { Panel } from '../parts/AdminPage.tsx'
import { CheckedForm } from '../parts/CheckedForm.tsx'
import formStyles from '../parts/Form.module.css'
import { FormEnd } from '../parts/FormEnd.tsx'
import { amountField, COUNT } from '../parts/number-fields.ts'
import { isOtherUnsaved } from '../parts/UnsavedGuard.tsx'
import { useEntityForm } from '../parts/useEntityForm.ts'
import { type Combination, keyOf, missingCombinations, readNumbers } from './combinations.ts'
import styles from './FamilyForm.module.css'
import { makeProducts } from './families.queries.ts'

class Unsaved extends Error {}

interface NewMembersPanelProps {
  family: AdminFamily
  attributes: readonly AdminAttribute[]
}

/** Creates missing products of a family as copies of one of its products. */
export function NewMembersPanel({ family, attributes }: NewMembersPanelProps) {
  const t = useT()
  const pick = useLocalized()
  const [chosen, setChosen] = useState<ReadonlyMap<number, readonly AxisValue[]>>(new Map())
  // Counts creations; each one empties the fields for the next.
  const [made, setMade] = useState(0)
  const [like, setLike] = useState(family.products[0]?.id ?? 0)
  const template = family.products.find(({ id }) => id === like)
  const missing = missingCombinations(
    family,
    family.axes.map(({ id }) => chosen.get(id) ?? []),
  ).slice(0, FAMILY_PRODUCTS_MAX - family.products.length)
  const { form, failure, sending } = useEntityForm(
    async ({ figure }) => {
      // The form of the group is opened again with its new products.
      if (isOtherUnsaved(form.unsaved)) throw new Unsaved()
      const products = missing.map((values) => {
        const key = values.map(keyOf).join()
        return {
          values: [...values],
          price: figure(`price ${key}`),
          stock: figure(`stock ${key}`),
        }
      })
      await makeProducts(family.id, { like, products })
      setChosen(new Map())
      setMade(made + 1)
    },
    { failureOf: (error) => (error instanceof Unsaved ? t('admin.saveFirst') : undefined) },
  )
  return (
    <Panel title={t('admin.makeProducts')}>
      <CheckedForm {...form} className={formStyles.form}>
        <p className="quiet">{t('admin.makeProductsText')}</p>
        <Select
          label={t('admin.makeLike')}
          value={like}
          onChange={({ target }) => setLike(Number(target.value))}
          options={family.products.map((one) => ({ value: one.id, text: pick(one, 'name') }))}
        />
        {family.axes.map(({ id }) => {
          const attribute = attributes.find((one) => one.id === id)
          return (
            attribute && (
              <AxisValues
                key={`${id} ${made}`}
                attribute={attribute}
                chosen={chosen.get(id) ?? []}
                onChoose={(values) => setChosen(new Map(chosen).set(id, values))}
              />
            )
          )
        })}
        {missing.length > 0 && (
          <div className={styles.rows}>
            {missing.map((combination) => (
              <NewMember
                key={combination.map(keyOf).join()}
                combination={combination}
                attributes={attributes}
                price={template?.price ?? 0}
              />
            ))}
          </div>
        )}
        <FormEnd failure={failure} sending={sending} disabled={missing.length === 0}>
          {t('admin.makeCount', { count: missing.length })}
        </FormEnd>
      </CheckedForm>
    </Panel>
  )
}

interface AxisValuesProps {
  attribute: AdminAttribute
  chosen: readonly AxisValue[]
  onChoose: (values: readonly AxisValue[]) => void
}

function AxisValues({ attribute, chosen, onChoose }: AxisValuesProps) {
  const t = useT()
  const pick = useLocalized()
  const { id, kind } = attribute
  const name = pick(attribute, 'name')
  if (kind === 'number') {
    const unit = pick(attribute, 'unit')
    return (
      <Field
        label={unit ? `${name} (${unit})` : name}
        dir="ltr"
        inputMode="decimal"
        hint={t('admin.numbersHint')}
        onChange={({ target }) =>
          onChoose(readNumbers(target.value).map((number) => ({ attribute: id, number })))
        }
      />
    )
  }
  const options: Array<{ text: string; value: AxisValue }> =
    kind === 'boolean'
      ? [
          { text: t('choice.yes'), value: { attribute: id, is_true: true } },
          { text: t('choice.no'), value: { attribute: id, is_true: false } },
        ]
      : attribute.choices.map((choice) => ({
          text: pick(choice, 'name'),
          value: { attribute: id, choice: choice.id },
        }))
  const isChosen = (value: AxisValue) => chosen.some((one) => keyOf(one) === keyOf(value))
  return (
    <fieldset className={formStyles.choices}>
      <legend>{name}</legend>
      {options.map(({ text, value }) => (
        <label key={keyOf(value)}>
          <input
            type="checkbox"
            checked={isChosen(value)}
            onChange={({ target }) =>
              onChoose(
                target.checked
                  ? [...chosen, value]
                  : chosen.filter((one) => keyOf(one) !== keyOf(value)),
              )
            }
          />
          {text}
        </label>
      ))}
    </fieldset>
  )
}

interface NewMemberProps {
  combination: Combination
  attributes: readonly AdminAttribute[]
  /** The price of the copied product. */
  price: number
}

function NewMember({ combination, attributes, price }: NewMemberProps) {
  const t = useT()
  const textOf = useValueText()
  const key = combination.map(keyOf).join()
  const text = combination
    .map(({ attribute, number = null, is_true = null, choice }) => {
      const axis = attributes.find(({ id }) => id === attribute)
      const chosen = axis?.choices.find(({ id }) => id === choice) ?? null
      return axis ? textOf(axis, { number, is_true, choice: chosen }) : ''
    })
    .join(t('admin.comma'))
  return (
    <fieldset className={formStyles.choices}>
      <legend>
        <bdi>{text}</bdi>
      </legend>
      <Field
        label={t('admin.priceIn', { currency: currencyMark() })}
        name={`price ${key}`}
        {...amountField()}
        required
        defaultValue={price}
      />
      <Field
        label={t('admin.stock')}
        name={`stock ${key}`}
        {...COUNT}
        min={0}
        max={STOCK_MAX}
        required
        defaultValue={0}
      />
    </fieldset>
  )
}
