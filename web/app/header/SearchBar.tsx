import { useQuery } from '@tanstack/react-query'
import {
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useNavigate } from 'react-router'
import { SEARCH_MAX } from '#contract/limits.ts'
import { ALL_CATEGORIES, SEARCH_CATEGORIES, type SearchCategory } from '#contract/locale.ts'
import type { Suggestion } from '#contract/product-lists.ts'
import { suggestionsQuery } from '#web/catalog/catalog.queries.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { paths } from '#web/navigation/paths.ts'
import { searchPath } from '#web/navigation/search-path.ts'
import { useSession } from '#web/session/useSession.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import field from '#web/ui/Field.module.css'
import Search from '#web/ui/icons/search.svg?icon'
import X from '#web/ui/icons/x.svg?icon'
import type { EarlyWords } from './EarlySearch.tsx'
import styles from './SearchBar.module.css'
import { optionId, SuggestionList } from './SuggestionList.tsx'

/** Milliseconds between the last keystroke and the request, so that no request is sent while the user is typing. */
const PAUSE = 150

interface SearchBarProps {
  /** The text typed while this code was loading. */
  early: RefObject<EarlyWords>
  onClose: () => void
}

export default function SearchBar({ early, onClose }: SearchBarProps) {
  const t = useT()
  const navigate = useNavigate()
  const { isAdmin } = useSession()
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const [category, setCategory] = useState<SearchCategory>(ALL_CATEGORIES)
  const [words, setWords] = useState('')
  const [listed, setListed] = useState(false)
  const [reachedId, setReachedId] = useState<number | null>(null)
  const suggestions = useSuggestions(words, category)
  // The highlighted suggestion is tracked by id, so that updated suggestions do not change which product Enter opens.
  const reached = suggestions.findIndex(({ id }) => id === reachedId)
  const open = listed && suggestions.length > 0

  // Takes over the text typed into EarlySearch. Not while rendering: React may show the result up to 300 ms later, and
  // EarlySearch takes input until then.
  const takeOver = useEffectEvent(() => {
    const { words, isSubmitted } = early.current
    early.current = { words: '', isSubmitted: false }
    input.current?.focus()
    if (words === '') return
    setWords(words)
    setListed(!isSubmitted)
    if (isSubmitted) leaveFor(searchPath(isAdmin, category, words.trim()))
  })
  // A layout effect, so that no keystroke is lost between the two fields.
  useLayoutEffect(() => takeOver(), [])

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const chosen = open ? suggestions[reached] : undefined
    if (chosen) openProduct(chosen)
    else leaveFor(searchPath(isAdmin, category, words.trim()))
  }

  function openProduct({ id }: Suggestion) {
    leaveFor(paths.product(id))
  }

  function leaveFor(path: string) {
    setListed(false)
    navigate(path)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      if (open) setListed(false)
      else onClose()
      event.preventDefault()
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    if (event.target !== input.current) return
    event.preventDefault()
    setListed(true)
    // One extra position before the first suggestion: the typed text itself.
    const places = suggestions.length + 1
    const step = event.key === 'ArrowDown' ? 1 : -1
    const next = ((reached + 1 + step + places) % places) - 1
    setReachedId(open ? (suggestions[next]?.id ?? null) : null)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not known to every screen reader yet
    <form
      role="search"
      className={styles.bar}
      onSubmit={search}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setListed(false)
      }}
    >
      <CategorySelect value={category} onChange={setCategory} />
      <input
        ref={input}
        type="search"
        name="search"
        role="combobox"
        maxLength={SEARCH_MAX}
        aria-label={t('header.searchPlaceholder')}
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-activedescendant={open && reached >= 0 ? optionId(listId, reached) : undefined}
        placeholder={t('header.searchPlaceholder')}
        autoComplete="off"
        className={styles.input}
        value={words}
        onChange={(event) => {
          setWords(event.target.value)
          setListed(true)
          setReachedId(null)
        }}
      />
      <button type="submit" className={styles.submit} aria-label={t('header.search')}>
        <Search size={20} aria-hidden />
      </button>
      <IconButton label={t('header.closeSearch')} className={styles.close} onClick={onClose}>
        <X size={20} aria-hidden />
      </IconButton>
      {open && (
        <SuggestionList
          id={listId}
          suggestions={suggestions}
          reached={reached}
          onChoose={openProduct}
        />
      )}
      <span role="status" className="visually-hidden">
        {open && t('search.suggestions', { count: suggestions.length })}
      </span>
    </form>
  )
}

function useSuggestions(words: string, category: SearchCategory) {
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(words.trim()), PAUSE)
    return () => clearTimeout(timer)
  }, [words])
  const { data = [] } = useQuery(suggestionsQuery(asked, category))
  return words.trim() === '' || asked === '' ? [] : data
}

interface CategorySelectProps {
  value: SearchCategory
  onChange: (category: SearchCategory) => void
}

function CategorySelect({ value, onChange }: CategorySelectProps) {
  const t = useT()
  return (
    <select
      name="category"
      aria-label={t('header.category')}
      value={value}
      className={cx(field.select, styles.category)}
      onChange={(event) => onChange(event.target.value as SearchCategory)}
    >
      {SEARCH_CATEGORIES.map((name) => (
        <option key={name} value={name}>
          {t(`category.${name}`)}
        </option>
      ))}
    </select>
  )
}
