import { type ReactNode, Suspense } from 'react'
import { lazyPart, NO_TEXTS } from '#web/navigation/lazy-part.ts'
import { cx } from '#web/ui/cx.ts'
import styles from './StorefrontFrame.module.css'

// Visitors come for the form; the storefront content loads while they fill it in.
const SlideShow = lazyPart(() => import('./SlideShow.tsx'), NO_TEXTS)
const StorefrontContent = lazyPart(() => import('./StorefrontContent.tsx'))

/** The home page's public parts around the sign-in or sign-up form. */
export function StorefrontFrame({ children }: { children: ReactNode }) {
  return (
    <div className={cx('container', styles.frame)}>
      <div className={styles.first}>
        {children}
        <div className={styles.slides}>
          <Suspense fallback={<div className={styles.slideToCome} />}>
            <SlideShow compact />
          </Suspense>
        </div>
      </div>
      <Suspense fallback={<div className={styles.rest} />}>
        <StorefrontContent />
      </Suspense>
    </div>
  )
}
