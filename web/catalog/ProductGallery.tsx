import { type MouseEvent, useState } from 'react'
import type { ProductDetail } from '#contract/catalog.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Picture } from '#web/ui/Picture.tsx'
import { FavouriteButton } from './FavouriteButton.tsx'
import styles from './ProductGallery.module.css'

/** The large picture, and thumbnails below it when there are several. */
export function ProductGallery({ product }: { product: ProductDetail }) {
  const t = useT()
  const pick = useLocalized()
  const [chosen, setChosen] = useState(0)
  const shown = product.pictures[chosen] ?? product.pictures[0]
  const alt = shown ? pick(shown, 'alt') : pick(product, 'name')
  return (
    <div className={styles.gallery}>
      <div className={styles.well}>
        <Zoomable key={chosen} src={shown?.url ?? product.profileImage} alt={alt} />
        <FavouriteButton product={product} className={styles.heart} />
      </div>
      {product.pictures.length > 1 && (
        <ul className={styles.thumbs}>
          {product.pictures.map((picture, index) => (
            <li key={picture.url}>
              <button
                type="button"
                className={styles.thumb}
                aria-label={t('product.picture', { number: index + 1 })}
                aria-current={index === chosen || undefined}
                onClick={() => setChosen(index)}
              >
                <Picture src={picture.url} alt="" width={72} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Zooms to the picture's full size at the pointer, and back. */
function Zoomable({ src, alt }: { src: string | null; alt: string }) {
  const t = useT()
  const [origin, setOrigin] = useState<string>()

  function toggle({ nativeEvent, currentTarget }: MouseEvent<HTMLButtonElement>) {
    const { offsetX, offsetY, detail } = nativeEvent
    // A key press has no pointer position.
    const place = detail === 0 ? 'center' : `${offsetX}px ${offsetY}px`
    setOrigin(currentTarget.ariaPressed === 'true' ? undefined : place)
  }

  return (
    <button
      type="button"
      className={styles.zoom}
      aria-pressed={origin !== undefined}
      aria-label={t('product.zoom', { name: alt })}
      style={{ transformOrigin: origin }}
      onClick={toggle}
    >
      <Picture
        src={src}
        alt={alt}
        width={480}
        sizes={origin ? '800px' : '(max-width: 640px) 80vw, (max-width: 960px) 40vw, 480px'}
        eager
        className={styles.picture}
      />
    </button>
  )
}
