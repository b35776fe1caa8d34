import type { Suggestion } from '#contract/product-lists.ts'
import { formatPrice } from '#web/i18n/format.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { ItemName } from '#web/ui/ItemName.tsx'
import { Picture } from '#web/ui/Picture.tsx'
import { Amount } from '#web/ui/Price.tsx'
import styles from './SuggestionList.module.css'

interface SuggestionListProps {
  id: string
  suggestions: readonly Suggestion[]
  /** The index of the suggestion selected with the arrow keys; -1 if none. */
  reached: number
  onChoose: (suggestion: Suggestion) => void
}

/** The list below the search field; focus stays in the field. */
export function SuggestionList({ id, suggestions, reached, onChoose }: SuggestionListProps) {
  const t = useT()
  const pick = useLocalized()
  return (
    <div id={id} role="listbox" aria-label={t('search.suggestionList')} className={styles.list}>
      {suggestions.map((suggestion, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys for the list
        // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the field, as in every combobox
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no state that would have to move with its product
          key={index}
          id={optionId(id, index)}
          role="option"
          aria-selected={index === reached}
          className={styles.option}
          // Keeps focus in the search field: losing it would close the list before the click arrives.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(suggestion)}
        >
          <span className={styles.well}>
            <Picture src={suggestion.profileImage} alt="" width={40} />
          </span>
          <span className={styles.name}>
            <ItemName>{pick(suggestion, 'name')}</ItemName>
          </span>
          <Amount className={styles.price}>{formatPrice(suggestion.price)}</Amount>
        </div>
      ))}
    </div>
  )
}

/** The id of an option, for the field's `aria-activedescendant`. */
export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`
}
