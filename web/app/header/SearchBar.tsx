import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { type FormEvent, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { SEARCH_MAX } from '#contract/limits.ts'
import { ALL_CATEGORIES, CATEGORIES } from '#contract/locale.ts'
import { useSession } from '#web/accounts/useSession.ts'
import { searchPath } from '#web/app/paths.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { IconButton } from '#web/ui/Button.tsx'
import styles from './SearchBar.module.css'

export default function SearchBar({ onClose }: { onClose: () => void }) {
  const t = useT()
  const navigate = useNavigate()
  const { isAdmin } = useSession()
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => input.current?.focus(), [])

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    navigate(searchPath(isAdmin, String(form.get('category')), String(form.get('search')).trim()))
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not known to every screen reader yet
    <form
      role="search"
      className={styles.bar}
      onSubmit={search}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <select
        name="category"
        aria-label={t('header.category')}
        defaultValue={ALL_CATEGORIES}
        className={styles.category}
      >
        {([ALL_CATEGORIES, ...CATEGORIES] as const).map((category) => (
          <option key={category} value={category}>
            {t(`category.${category}`)}
          </option>
        ))}
      </select>
      <input
        ref={input}
        type="search"
        name="search"
        maxLength={SEARCH_MAX}
        aria-label={t('header.searchPlaceholder')}
        placeholder={t('header.searchPlaceholder')}
        autoComplete="off"
        className={styles.input}
      />
      <button type="submit" className={styles.submit} aria-label={t('header.search')}>
        <Search size={20} aria-hidden />
      </button>
      <IconButton label={t('header.closeSearch')} className={styles.close} onClick={onClose}>
        <X size={20} aria-hidden />
      </IconButton>
    </form>
  )
}
