import { useEffect, useRef, useState } from 'react'
import { useCartBadge } from '#web/cart/cart-badge.ts'
import { useT } from '#web/i18n/useI18n.ts'

/** Announces changes that a screen reader would miss: a new page's title, or a new count on the shopping bag. */
export default function Announcer() {
  const t = useT()
  const [news, setNews] = useState('')
  const badge = useCartBadge()
  const announced = useRef(badge)

  useEffect(() => {
    const title = document.querySelector('title')
    if (!title) return
    const observer = new MutationObserver(() => setNews(document.title))
    observer.observe(title, { childList: true })
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    const before = announced.current
    announced.current = badge
    // The first count is not a change, so it is not announced.
    if (before === null || badge === null || before === badge) return
    setNews(t('header.cartCount', { count: badge }))
  }, [badge, t])

  return (
    <div role="status" aria-label={t('news.label')} className="visually-hidden">
      {news}
    </div>
  )
}
