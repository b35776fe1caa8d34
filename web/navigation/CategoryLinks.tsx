import { CATEGORIES } from '#contract/locale.ts'
import { useT } from '#web/i18n/useI18n.ts'
import styles from './CategoryLinks.module.css'
import { Link } from './Link.tsx'
import { paths } from './paths.ts'

/** Links to the categories, for screens with nothing else to show. */
export function CategoryLinks() {
  const t = useT()
  return (
    <ul className={styles.links}>
      {CATEGORIES.map((category) => (
        <li key={category}>
          <Link to={paths.category(category)}>{t(`category.${category}`)}</Link>
        </li>
      ))}
    </ul>
  )
}
