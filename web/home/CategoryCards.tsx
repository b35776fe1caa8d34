import { useQuery } from '@tanstack/react-query'
import { CATEGORIES, type Category } from '#contract/locale.ts'
import { wireWidePictureUrl } from '#contract/pictures.ts'
import { homeQuery } from '#web/catalog/catalog.queries.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { paths } from '#web/navigation/paths.ts'
import { SectionTitle } from '#web/ui/SectionTitle.tsx'
import { CategoryCard } from './CategoryCard.tsx'
import styles from './CategoryCards.module.css'

/** Pictures shown until the categories' own have loaded. */
const PICTURES: Record<Category, string> = {
  Phones: wireWidePictureUrl('category-phones'),
  Accessories: wireWidePictureUrl('category-accessories'),
  Electronics: wireWidePictureUrl('category-electronics'),
}

/** The section titled "Shop by brand"; as specified, it shows the three categories. */
export function CategoryCards() {
  const t = useT()
  const pick = useLocalized()
  const { data } = useQuery(homeQuery)
  return (
    <section className="screen" aria-labelledby="brands">
      <SectionTitle id="brands">{t('home.brands')}</SectionTitle>
      <ul className={styles.cards}>
        {CATEGORIES.map((category) => {
          const summary = data?.categories.find(({ name }) => name === category)
          return (
            <li key={category}>
              <CategoryCard
                to={paths.category(category)}
                picture={summary?.profileImage ?? PICTURES[category]}
                name={t(`category.${category}`)}
                tagline={summary ? pick(summary, 'tagline') : ' '}
                count={summary ? t('home.products', { count: summary.products }) : ' '}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
