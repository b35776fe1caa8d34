import type { MouseEvent } from 'react'
import { CATEGORIES, type Category } from '#contract/locale.ts'
import { offersId } from '#web/home/offers-id.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { isOrdinary, Link } from '#web/navigation/Link.tsx'
import { paths } from '#web/navigation/paths.ts'
import { cx } from '#web/ui/cx.ts'
import styles from './CategoryBar.module.css'

/**
 * On the home page only: links that scroll smoothly to its sections. A category without a section links to its own
 * page.
 */
export function CategoryBar() {
  const t = useT()
  return (
    <nav className={styles.bar} aria-label={t('header.categories')}>
      <ul className={cx('container', styles.list)}>
        <li>
          {/* biome-ignore lint/a11y/useValidAnchor: the link scrolls smoothly to the top of this page */}
          <a href="#main" className={styles.link} onClick={glideToTop}>
            {t('header.home')}
          </a>
        </li>
        {CATEGORIES.map((category) => (
          <li key={category}>
            <Link
              to={paths.category(category)}
              className={styles.link}
              onClick={(event) => glide(event, category)}
            >
              {t(`category.${category}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function glideToTop(event: MouseEvent) {
  event.preventDefault()
  window.scrollTo({ top: 0, behavior: behavior() })
}

function glide(event: MouseEvent, category: Category) {
  const section = document.getElementById(offersId(category))
  if (!section || !isOrdinary(event)) return
  event.preventDefault()
  section.scrollIntoView({ behavior: behavior() })
}

function behavior() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
}
