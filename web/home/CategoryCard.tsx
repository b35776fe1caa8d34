import { Link } from '#web/navigation/Link.tsx'
import { cx } from '#web/ui/cx.ts'
import { Picture } from '#web/ui/Picture.tsx'
import styles from './CategoryCard.module.css'

interface CategoryCardProps {
  /** Omitted in a preview. */
  to?: string
  /** The URL of a wide picture. */
  picture: string
  name: string
  tagline: string
  count?: string
}

export function CategoryCard({ to, picture, name, tagline, count }: CategoryCardProps) {
  const inside = (
    <>
      <span className={cx('well', styles.well)}>
        <Picture
          src={picture}
          alt=""
          shape="wide"
          width={360}
          height={240}
          className={styles.picture}
        />
      </span>
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        {tagline && <span className={styles.tagline}>{tagline}</span>}
        {count && <span className="quiet">{count}</span>}
      </span>
    </>
  )
  if (!to) return <div className={styles.card}>{inside}</div>
  return (
    <Link to={to} className={styles.card}>
      {inside}
    </Link>
  )
}
