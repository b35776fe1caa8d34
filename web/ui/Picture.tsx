import {
  PICTURE_FORMATS,
  type PictureShape,
  pictureKey,
  pictureSrcSet,
} from '#contract/pictures.ts'
import { cx } from './cx.ts'
import styles from './Picture.module.css'

interface PictureProps {
  /** A URL from the server; null shows the shop's bolt instead. */
  src: string | null
  alt: string
  /** The displayed size in CSS pixels, which also reserves the space before the picture loads. */
  width: number
  height?: number
  shape?: PictureShape
  /** The `sizes` attribute, if the displayed width differs from `width`. */
  sizes?: string
  /** Pictures on the first screen are fetched immediately, with high priority. */
  eager?: boolean
  className?: string | undefined
}

/** A stored picture in all its formats and widths; the browser chooses among them. */
export function Picture({
  src,
  alt,
  width,
  height = width,
  shape = 'square',
  sizes = `${width}px`,
  eager = false,
  className,
}: PictureProps) {
  if (!src) return <Placeholder width={width} className={className} />
  const key = pictureKey(src)
  const image = (
    <img
      src={src}
      alt={alt}
      width={width}
      height={height}
      className={cx(styles.image, className)}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
    />
  )
  if (!key) return image
  return (
    <picture className={styles.picture}>
      {PICTURE_FORMATS.map((format) => (
        <source
          key={format}
          type={`image/${format}`}
          srcSet={pictureSrcSet(key, shape, format)}
          sizes={sizes}
        />
      ))}
      {image}
    </picture>
  )
}

function Placeholder({ width, className }: { width: number; className: string | undefined }) {
  return (
    <svg
      viewBox="0 0 32 32"
      width={width}
      height={width}
      className={cx(styles.placeholder, className)}
      aria-hidden="true"
    >
      <path d="M18.6 4 8 18h6.6L12 28l12-15h-7.2z" />
    </svg>
  )
}
