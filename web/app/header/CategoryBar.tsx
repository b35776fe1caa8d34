import { CATEGORIES, type Category } from '#contract/locale.ts'
import { offersId } from '#web/home/offers-id.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { cx } from '#web/ui/cx.ts'
import styles from './CategoryBar.module.css'

/** Links that scroll smoothly to the home page's sections; only shown there. */
export function CategoryBar() {
  const t = useT()
  return (
    <nav className={styles.bar} aria-label={t('header.categories')}>
      <ul className={cx('container', styles.list)}>
        <li>
          {/* biome-ignore lint/a11y/useValidAnchor: it leads to a part of this page, smoothly */}
          <a href="#main" className={styles.link} onClick={(event) => glide(event)}>
            {t('header.home')}
          </a>
        </li>
        {CATEGORIES.map((category) => (
          <li key={category}>
            <a
              href={`#${offersId(category)}`}
              className={styles.link}
              onClick={(event) => glide(event, category)}
            >
              {t(`category.${category}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function glide(event: React.MouseEvent, category?: Category) {
  event.preventDefault()
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  const behavior = calm ? 'instant' : 'smooth'
  if (category) document.getElementById(offersId(category))?.scrollIntoView({ behavior })
  else window.scrollTo({ top: 0, behavior })
}
