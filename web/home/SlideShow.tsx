import { useQuery } from '@tanstack/react-query'
import { PICTURE_SIZES } from '#contract/pictures.ts'
import type { Slide } from '#contract/shop.ts'
import { useBrand } from '#web/api/config.queries.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Carousel } from '#web/ui/Carousel.tsx'
import { cx } from '#web/ui/cx.ts'
import { Picture } from '#web/ui/Picture.tsx'
import { storefrontQuery } from './home.queries.ts'
import styles from './SlideShow.module.css'

/** The slides' looks, used in turn: each sets a background color and where the lightning flash has its kink. */
const LOOKS = ['storm', 'burnt', 'slate', 'dawn'] as const

export default function SlideShow({ compact = false }: { compact?: boolean }) {
  const t = useT()
  const { data, isPending } = useQuery(storefrontQuery)
  if (isPending) return <div className={cx(styles.toCome, compact && styles.compact)} />
  // Without slides, the home page starts with the products; beside a form, the shop's name replaces the slides.
  if (!data || data.slides.length === 0) return compact ? <NameOfShop /> : null
  return (
    <Carousel
      label={t('home.carousel')}
      roleDescription={t('home.carouselRole')}
      previousLabel={t('common.previous')}
      nextLabel={t('common.next')}
      slideLabel={(number) => t('home.slide', { number })}
    >
      {data.slides.map((slide, index) => (
        <SlideView key={slide.id} slide={slide} index={index} compact={compact} />
      ))}
    </Carousel>
  )
}

function NameOfShop() {
  const t = useT()
  const pick = useLocalized()
  const brand = useBrand()
  return (
    <div className={cx(styles.toCome, styles.compact, styles.own)} data-own>
      <h2 className={styles.title}>{pick(brand, 'name')}</h2>
      <p className={styles.text}>{pick(brand, 'tagline') || t('shop.tagline')}</p>
    </div>
  )
}

interface SlideViewProps {
  slide: Slide
  index: number
  compact: boolean
}

function SlideView({ slide, index, compact }: SlideViewProps) {
  const pick = useLocalized()
  return (
    <div
      className={cx(styles.slide, compact && styles.compact)}
      data-look={LOOKS[index % LOOKS.length]}
    >
      <div className={styles.words}>
        <h2 className={styles.title}>{pick(slide, 'title')}</h2>
        <p className={styles.text}>{pick(slide, 'subtitle')}</p>
        <SlideLink to={slide.link}>{pick(slide, 'cta')}</SlideLink>
      </div>
      <Picture
        src={slide.picture}
        alt={pick(slide, 'alt')}
        shape="wide"
        width={600}
        height={400}
        sizes={PICTURE_SIZES.slide}
        eager={index === 0}
        className={styles.picture}
      />
    </div>
  )
}

function SlideLink({ to, children }: { to: string; children: string }) {
  const look = buttonClass('flash')
  if (to.startsWith('/')) {
    return (
      <Link to={to} className={look}>
        {children}
      </Link>
    )
  }
  return (
    <a href={to} className={look} rel="noreferrer">
      {children}
    </a>
  )
}
