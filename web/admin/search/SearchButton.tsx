import { useEffect, useState } from 'react'
import { useT } from '#web/i18n/useI18n.ts'
import Search from '#web/ui/icons/search.svg?icon'
import { lazyStaffAddition } from '../lazyStaffPart.ts'
import styles from './SearchButton.module.css'

const StaffSearch = lazyStaffAddition(() => import('./StaffSearch.tsx'))

/** Opens the search for orders, customers and products, as Ctrl+K does. */
export function SearchButton() {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      // Ctrl+K with Shift or Alt is a shortcut of some browsers.
      if (event.shiftKey || event.altKey) return
      event.preventDefault()
      // An open dialog may be in use, so the search does not open over it.
      if (!document.querySelector('dialog[open]')) setOpen(true)
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <Search size={18} aria-hidden />
        <span className="visually-hidden">{t('header.search')}</span>
        <span className={styles.text}>{t('admin.searchAll')}</span>
        <kbd className={styles.keys} aria-hidden>
          Ctrl K
        </kbd>
      </button>
      {isOpen && <StaffSearch onClose={() => setOpen(false)} />}
    </>
  )
}
