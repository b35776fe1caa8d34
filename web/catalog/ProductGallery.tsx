import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { ProductDetail } from '#contract/catalog.ts'
import { PICTURE_SIZES } from '#contract/pictures.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { lazyAddition } from '#web/navigation/lazy-part.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import ChevronLeft from '#web/ui/icons/chevron-left.svg?icon'
import ChevronRight from '#web/ui/icons/chevron-right.svg?icon'
import Maximize from '#web/ui/icons/maximize-2.svg?icon'
import { Picture } from '#web/ui/Picture.tsx'
import { FavouriteButton } from './FavouriteButton.tsx'
import type { ShownPicture } from './PictureViewer.tsx'
import styles from './ProductGallery.module.css'
import { scrollToMiddle, stepOfKey, useSlides } from './useSlides.ts'

const PictureViewer = lazyAddition(() => import('./PictureViewer.tsx'))

export function ProductGallery({ product }: { product: ProductDetail }) {
  const pick = useLocalized()
  const name = pick(product, 'name')
  const pictures = usePictures(product)
  const { current, show, scroller } = useSlides(pictures.length)
  const [viewing, setViewing] = useState(false)

  function turn(event: KeyboardEvent) {
    const step = stepOfKey(event)
    if (step === 0) return
    event.preventDefault()
    show(current + step)
  }

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form's part */}
      <div role="group" className={styles.gallery} aria-label={name} onKeyDown={turn}>
        <div className={styles.well}>
          <div {...scroller} className={styles.track}>
            <Slides pictures={pictures} current={current} onZoom={() => setViewing(true)} />
          </div>
          <FavouriteButton product={product} className={styles.heart} />
          {pictures.length > 1 && <Steps count={pictures.length} current={current} onShow={show} />}
        </div>
        {pictures.length > 1 && <Thumbnails pictures={pictures} current={current} onShow={show} />}
      </div>
      {viewing && (
        <PictureViewer
          name={name}
          pictures={pictures}
          current={current}
          onShow={show}
          onClose={() => setViewing(false)}
        />
      )}
    </>
  )
}

function usePictures(product: ProductDetail): ShownPicture[] {
  const pick = useLocalized()
  const name = pick(product, 'name')
  const { pictures, profileImage } = product
  if (pictures.length === 0) return profileImage ? [{ url: profileImage, alt: name }] : []
  return pictures.map((picture) => ({ url: picture.url, alt: pick(picture, 'alt') || name }))
}

interface SlidesProps {
  pictures: readonly ShownPicture[]
  current: number
  onZoom: () => void
}

/** One button stays in place over the pictures, so that focus is not lost when the picture changes. */
function Slides({ pictures, current, onZoom }: SlidesProps) {
  const t = useT()
  const shown = pictures[current]
  return (
    <div className={styles.strip}>
      {shown && (
        <button
          type="button"
          className={styles.zoom}
          aria-label={t('product.zoom', { name: shown.alt })}
          onClick={onZoom}
        >
          <Maximize aria-hidden className={styles.enlarge} />
        </button>
      )}
      {pictures.map(({ url, alt }, index) => (
        <div key={url} data-slide className={styles.slide} inert={index !== current}>
          <SlidePicture src={url} alt={alt} eager={index === 0} />
        </div>
      ))}
      {!shown && (
        <div className={styles.slide}>
          <SlidePicture src={null} alt="" eager />
        </div>
      )}
    </div>
  )
}

function SlidePicture(picture: { src: string | null; alt: string; eager: boolean }) {
  return (
    <div className={styles.frame}>
      <Picture {...picture} width={480} sizes={PICTURE_SIZES.gallery} className={styles.picture} />
    </div>
  )
}

interface StepsProps {
  count: number
  current: number
  onShow: (index: number) => void
}

function Steps({ count, current, onShow }: StepsProps) {
  const t = useT()
  return (
    <>
      <p className={styles.position} aria-live="polite">
        {t('product.position', { number: current + 1, count })}
      </p>
      {/* Not `disabled`: the button would lose focus at the last picture, and the arrow keys would stop working. */}
      <IconButton
        label={t('common.previous')}
        aria-disabled={current === 0}
        className={cx(styles.step, styles.previous)}
        onClick={() => onShow(current - 1)}
      >
        <ChevronLeft size={24} aria-hidden />
      </IconButton>
      <IconButton
        label={t('common.next')}
        aria-disabled={current === count - 1}
        className={cx(styles.step, styles.next)}
        onClick={() => onShow(current + 1)}
      >
        <ChevronRight size={24} aria-hidden />
      </IconButton>
    </>
  )
}

interface ThumbnailsProps {
  pictures: readonly ShownPicture[]
  current: number
  onShow: (index: number) => void
}

function Thumbnails({ pictures, current, onShow }: ThumbnailsProps) {
  const t = useT()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => scrollToMiddle(list.current?.querySelectorAll('li')[current]), [current])
  return (
    <ul ref={list} className={styles.thumbs}>
      {pictures.map(({ url }, index) => (
        <li key={url}>
          <button
            type="button"
            className={styles.thumb}
            aria-label={t('product.picture', { number: index + 1 })}
            aria-current={index === current || undefined}
            onClick={() => onShow(index)}
          >
            <Picture src={url} alt="" width={72} />
          </button>
        </li>
      ))}
    </ul>
  )
}
