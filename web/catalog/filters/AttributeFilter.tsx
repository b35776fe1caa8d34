import { hasId, numbersIn, rangeOf, toggled, writeRange } from '#contract/list-filters.ts'
import type { AttributeFacet } from '#contract/product-lists.ts'
import { leftToRight } from '#web/i18n/left-to-right.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import styles from './FilterPanel.module.css'
import { GroupFilter } from './GroupFilter.tsx'
import { NumberField } from './NumberField.tsx'
import { rangeText } from './range-text.ts'

interface AttributeFilterProps {
  attribute: AttributeFacet
  /** The chosen values, in the `attributes` parameter's format; empty for any value. */
  value: string
  onChange: (value: string) => void
}

export function AttributeFilter({ attribute, value, onChange }: AttributeFilterProps) {
  const t = useT()
  const pick = useLocalized()
  const name = pick(attribute, 'name')
  if (attribute.kind === 'number' && attribute.values.length === 0) {
    return <RangeFilter attribute={attribute} value={value} onChange={onChange} />
  }
  if (attribute.kind === 'number') {
    const all = attribute.values.map(({ number }) => number)
    const chosen = numbersIn(value, all)
    return (
      <GroupFilter
        title={name}
        groups={attribute.values.map(({ number, products }) => ({
          id: number,
          name: leftToRight(`${number} ${attribute.unit}`.trim()),
          name_ar: `${leftToRight(String(number))} ${attribute.unit_ar}`.trim(),
          products,
        }))}
        isChosen={(number) => chosen.includes(number)}
        onToggle={(number) => onChange(toggled(chosen.join(','), number))}
        areShort
      />
    )
  }
  if (attribute.kind === 'boolean') {
    return (
      <GroupFilter
        title={name}
        groups={YES_AND_NO.map((one, id) => {
          const text = t(`choice.${one}`)
          return { id, name: text, name_ar: text, products: attribute[one] ?? 0 }
        }).filter(({ id, products }) => products > 0 || YES_AND_NO[id] === value)}
        isChosen={(id) => YES_AND_NO[id] === value}
        onToggle={(id) => onChange(YES_AND_NO[id] === value ? '' : (YES_AND_NO[id] ?? ''))}
      />
    )
  }
  return (
    <GroupFilter
      title={name}
      groups={attribute.choices}
      isChosen={(id) => hasId(value, id)}
      onToggle={(id) => onChange(toggled(value, id))}
      areShort={attribute.choices.some(({ swatch }) => swatch)}
    />
  )
}

const YES_AND_NO = ['yes', 'no'] as const

function RangeFilter({ attribute, value, onChange }: AttributeFilterProps) {
  const t = useT()
  const pick = useLocalized()
  const { min, max } = rangeOf(value)
  const { range } = attribute
  const unit = pick(attribute, 'unit')
  return (
    <fieldset className={styles.range}>
      <legend className={styles.legend}>
        {pick(attribute, 'name')}
        {unit && ` (${unit})`}{' '}
        {range && (
          <span className={styles.ends}>
            {rangeText(leftToRight(String(range.min)), leftToRight(String(range.max)), t)}
          </span>
        )}
      </legend>
      <NumberField
        label={t('list.from')}
        value={min}
        onCommit={(from) => onChange(writeRange({ min: from, max }))}
      />
      <NumberField
        label={t('list.to')}
        value={max}
        onCommit={(to) => onChange(writeRange({ min, max: to }))}
      />
    </fieldset>
  )
}
