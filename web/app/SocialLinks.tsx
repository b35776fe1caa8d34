import { useShopConfig } from '#web/api/config.queries.ts'
import { useT } from '#web/i18n/useI18n.ts'
import styles from './SocialLinks.module.css'

/**
 * `path` draws the network's logo, because the icon set no longer includes brands. `href` is its home page, for the
 * specification's fixed displays.
 */
const NETWORKS = [
  {
    name: 'Facebook',
    id: 'facebook',
    href: 'https://www.facebook.com/',
    path: 'M13.5 21v-7.6h2.6l.4-3h-3V8.5c0-.9.3-1.5 1.6-1.5h1.6V4.3c-.3 0-1.3-.1-2.4-.1-2.4 0-4 1.5-4 4.1v2.1H7.6v3h2.7V21z',
  },
  {
    name: 'Instagram',
    id: 'instagram',
    href: 'https://www.instagram.com/',
    path: 'M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5m0 2a3 3 0 0 0-3 3v8a3 3 0 0 0 3 3h8a3 3 0 0 0 3-3V8a3 3 0 0 0-3-3zm4 2.8a4.2 4.2 0 1 1 0 8.4 4.2 4.2 0 0 1 0-8.4m0 2a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4m4.6-3.4a1 1 0 1 1 0 2 1 1 0 0 1 0-2',
  },
  {
    name: 'YouTube',
    id: 'youtube',
    href: 'https://www.youtube.com/',
    path: 'M21.6 7.6a2.6 2.6 0 0 0-1.8-1.8C18.2 5.4 12 5.4 12 5.4s-6.2 0-7.8.4a2.6 2.6 0 0 0-1.8 1.8A27 27 0 0 0 2 12a27 27 0 0 0 .4 4.4 2.6 2.6 0 0 0 1.8 1.8c1.6.4 7.8.4 7.8.4s6.2 0 7.8-.4a2.6 2.6 0 0 0 1.8-1.8A27 27 0 0 0 22 12a27 27 0 0 0-.4-4.4M10 15V9l5.2 3z',
  },
] as const

/**
 * Links to the shop's profiles. Networks without a profile are left out or, with the specification's fixed displays,
 * link to the network's own home page.
 */
export function SocialLinks() {
  const t = useT()
  const config = useShopConfig()
  const shown = NETWORKS.map((network) => ({
    ...network,
    href: config?.social[network.id] ?? (config?.placeholders ? network.href : null),
  })).filter(({ href }) => href !== null)
  if (shown.length === 0) return null
  return (
    <ul className={styles.list} aria-label={t('footer.social')}>
      {shown.map(({ name, href, path }) => (
        <li key={name}>
          <a href={href ?? undefined} className={styles.link} rel="noreferrer" target="_blank">
            <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
              <path d={path} fill="currentColor" fillRule="evenodd" />
            </svg>
            <span className="visually-hidden">{name}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
