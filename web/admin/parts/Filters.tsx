import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { SEARCH_MAX } from '#contract/limits.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { Field, Select } from '#web/ui/Field.tsx'
import Search from '#web/ui/icons/search.svg?icon'
import styles from './Filters.module.css'
import { formatCount } from './format-count.ts'
import { useShopZone } from './shop-time.ts'

export function FilterBar({ children }: { children: ReactNode }) {
  return <div className={styles.bar}>{children}</div>
}

const TYPING_PAUSE = 300

interface SearchFieldProps {
  label: string
  value: string
  onChoose: (words: string) => void
  /** Whether the field receives the focus when its dialog opens. */
  isFirst?: boolean
}

/** Searches once typing pauses. */
export function SearchField({ label, value, onChoose, isFirst }: SearchFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState(value)
  const search = useRef(onChoose)
  search.current = onChoose

  useEffect(() => {
    if (typed === value) return
    const { pathname } = window.location
    const timer = setTimeout(() => {
      // After a click on a link, this screen stays visible until the next one has loaded; a search would navigate back
      // to it.
      if (window.location.pathname === pathname) search.current(typed.trim())
    }, TYPING_PAUSE)
    return () => clearTimeout(timer)
  }, [typed, value])

  return (
    <div className={styles.search}>
      <Search size={18} aria-hidden className={styles.glass} />
      <label htmlFor={id} className="visually-hidden">
        {label}
      </label>
      <input
        id={id}
        type="search"
        placeholder={label}
        maxLength={SEARCH_MAX}
        data-autofocus={isFirst}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        // Enter would submit a surrounding form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
    </div>
  )
}

interface ChoiceProps {
  label: string
  value: string | undefined
  /** The label of the empty choice, if any. */
  all?: string
  options: readonly { value: string; text: string }[]
  onChoose: (value: string) => void
}

export function Choice({ label, value = '', all, options, onChoose }: ChoiceProps) {
  return (
    <Select
      className={styles.choice}
      label={label}
      value={value}
      none={all}
      options={options}
      onChange={(event) => onChoose(event.target.value)}
    />
  )
}

const BROWSER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

interface DayRangeProps {
  /** A day such as `2026-11-02`, or an empty string; `to` likewise. */
  from: string
  to: string
  onChoose: (change: { from: string } | { to: string }) => void
}

/** A range of whole days in the shop's time zone, both ends included; see `momentsOf`. */
export function DayRange({ from, to, onChoose }: DayRangeProps) {
  const t = useT()
  const zone = useShopZone()
  return (
    <div className={styles.days}>
      <DayField label={t('list.from')} value={from} onChoose={(day) => onChoose({ from: day })} />
      <DayField label={t('list.to')} value={to} onChoose={(day) => onChoose({ to: day })} />
      {zone !== BROWSER_ZONE && <bdi className={styles.zone}>{zone}</bdi>}
    </div>
  )
}

interface DayFieldProps {
  label: string
  value: string
  onChoose: (day: string) => void
}

function DayField({ label, value, onChoose }: DayFieldProps) {
  return (
    <Field
      className={styles.choice}
      label={label}
      type="date"
      min="2000-01-01"
      max="2999-12-31"
      value={value}
      onChange={(event) => onChoose(event.target.value)}
    />
  )
}

interface ChipsProps {
  label: string
  chips: readonly { id: string; text: string; count?: number | undefined; to: string }[]
  selected: string
}

/** Links to the views of a screen, some with a count. Scrolls the selected link into view. */
export function Chips({ label, chips, selected }: ChipsProps) {
  const row = useRef<HTMLElement>(null)
  const areCounted = chips.every(({ count }) => count !== undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls again after a selection or when counts widen chips
  useLayoutEffect(() => {
    const chip = row.current?.querySelector('[aria-current]')?.getBoundingClientRect()
    const frame = row.current?.getBoundingClientRect()
    // `scrollIntoView` would scroll the page, too.
    if (chip && frame) row.current?.scrollBy(middleOf(chip) - middleOf(frame), 0)
  }, [selected, areCounted])
  return (
    <nav aria-label={label} ref={row} className={styles.chips}>
      {chips.map(({ id, text, count, to }) => (
        <Link
          key={id}
          to={to}
          className={styles.chip}
          aria-current={id === selected ? 'true' : undefined}
        >
          {text}
          {count !== undefined && <span className={styles.count}>{formatCount(count)}</span>}
        </Link>
      ))}
    </nav>
  )
}

function middleOf({ left, width }: DOMRect): number {
  return left + width / 2
}
