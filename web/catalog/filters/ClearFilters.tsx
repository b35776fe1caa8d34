import { type ListFilters, withoutFilters } from '#contract/list-filters.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Button, type ButtonVariant } from '#web/ui/Button.tsx'
import { focusAfter } from '#web/ui/focus-after.ts'
import styles from './FilterPanel.module.css'

interface ClearFiltersProps {
  variant: ButtonVariant
  onChange: (change: Partial<ListFilters>) => void
}

/** The button that clears all filters; the filters' control receives the focus when it disappears. */
export function ClearFilters({ variant, onChange }: ClearFiltersProps) {
  const t = useT()
  return (
    <Button ref={passFocus} variant={variant} onClick={() => onChange(withoutFilters())}>
      {t('list.clear')}
    </Button>
  )
}

const passFocus = focusAfter((button) => {
  const sheet = button.closest('dialog')
  if (sheet) sheet.querySelector<HTMLElement>(`.${styles.done} button`)?.focus()
  else focusFilters(button)
})

/**
 * Focuses the panel's heading or the button of the sheet, whichever the window is wide enough to show. Scrolls there only
 * if the removed element was used by keyboard.
 */
export function focusFilters(removed: HTMLElement) {
  const preventScroll = !removed.matches(':focus-visible')
  const places = document.querySelectorAll<HTMLElement>(`.${styles.title}, .${styles.open}`)
  for (const place of places) place.focus({ preventScroll })
}
