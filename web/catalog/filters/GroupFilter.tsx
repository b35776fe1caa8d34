import { useState } from 'react'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Swatch } from '../family/Swatch.tsx'
import { countText } from './count-text.ts'
import styles from './GroupFilter.module.css'

interface Group {
  id: number
  name: string
  name_ar: string
  products: number
  swatch?: string | null
}

interface GroupFilterProps {
  title: string
  groups: readonly Group[]
  isChosen: (id: number) => boolean
  onToggle: (id: number) => void
  /** Whether the names are short enough, such as sizes and colors, to be shown side by side. */
  areShort?: boolean
}

/** The number of options shown initially, plus any chosen ones; a button shows all options. */
const SHOWN = 8

export function GroupFilter({
  title,
  groups,
  isChosen,
  onToggle,
  areShort = false,
}: GroupFilterProps) {
  const t = useT()
  const pick = useLocalized()
  const [areAllShown, setAllShown] = useState(false)
  if (groups.length === 0) return null
  const shown = areAllShown ? groups : groups.filter(({ id }, at) => at < SHOWN || isChosen(id))
  return (
    <fieldset className={cx(styles.group, areShort && styles.short)}>
      <legend className={styles.legend}>{title}</legend>
      {shown.map((group) => (
        <label key={group.id} className={styles.option}>
          <input type="checkbox" checked={isChosen(group.id)} onChange={() => onToggle(group.id)} />
          {group.swatch && <Swatch color={group.swatch} />}
          <span className={styles.name}>{pick(group, 'name')}</span>
          <span className={styles.count}>{countText(group.products)}</span>
        </label>
      ))}
      {shown.length < groups.length && (
        <Button variant="quiet" onClick={() => setAllShown(true)}>
          {t('list.showAll', { count: groups.length })}
        </Button>
      )}
    </fieldset>
  )
}
