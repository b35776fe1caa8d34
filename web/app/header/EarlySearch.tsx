import type { KeyboardEvent, RefObject } from 'react'
import { SEARCH_MAX } from '#contract/limits.ts'
import { useT } from '#web/i18n/useI18n.ts'
import styles from './EarlySearch.module.css'

export interface EarlyWords {
  words: string
  isSubmitted: boolean
}

interface EarlySearchProps {
  /** Receives the typed text; SearchBar reads it once loaded. */
  early: RefObject<EarlyWords>
  onClose: () => void
}

/** A search field that captures typed text until SearchBar has loaded, so that no keystroke is lost. */
export function EarlySearch({ early, onClose }: EarlySearchProps) {
  const t = useT()
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') early.current.isSubmitted = true
    if (event.key === 'Escape') onClose()
  }
  return (
    <input
      type="search"
      className={styles.input}
      maxLength={SEARCH_MAX}
      aria-label={t('header.searchPlaceholder')}
      placeholder={t('header.searchPlaceholder')}
      autoComplete="off"
      // biome-ignore lint/a11y/noAutofocus: the user opened the field to type
      autoFocus
      onKeyDown={onKeyDown}
      onChange={(event) => {
        early.current = { words: event.target.value, isSubmitted: false }
      }}
    />
  )
}
