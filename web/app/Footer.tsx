import type { LegalPage } from '#contract/legal.ts'
import { CATEGORIES } from '#contract/locale.ts'
import { useBrand, useShopConfig } from '#web/api/config.queries.ts'
import { usePlaceholders } from '#web/api/placeholders.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { paths } from '#web/navigation/paths.ts'
import { cx } from '#web/ui/cx.ts'
import Mail from '#web/ui/icons/mail.svg?icon'
import MapPin from '#web/ui/icons/map-pin.svg?icon'
import Phone from '#web/ui/icons/phone.svg?icon'
import { Logo } from '#web/ui/Logo.tsx'
import styles from './Footer.module.css'
import { SocialLinks } from './SocialLinks.tsx'

export default function Footer() {
  const t = useT()
  const pick = useLocalized()
  const config = useShopConfig()
  const brand = useBrand()
  const contact = config?.contact
  return (
    <footer className={styles.footer}>
      <div className={cx('container', styles.grid)}>
        <div className={styles.about}>
          <Logo {...brand} />
          <p className={styles.quiet}>{pick(brand, 'tagline') || t('shop.tagline')}</p>
          <SocialLinks />
        </div>
        <nav aria-labelledby="footer-shop">
          <h2 id="footer-shop" className={styles.title}>
            {t('footer.shop')}
          </h2>
          <ul>
            {CATEGORIES.map((category) => (
              <li key={category}>
                <Link to={paths.category(category)} className={styles.link}>
                  {t(`category.${category}`)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        {contact && (contact.phone || contact.email || contact.address) && (
          <section aria-labelledby="footer-contact">
            <h2 id="footer-contact" className={styles.title}>
              {t('footer.contact')}
            </h2>
            <ul>
              {contact.phone && (
                <li>
                  <a
                    href={`tel:${contact.phone.replaceAll(/[^+\d]/g, '')}`}
                    className={styles.link}
                  >
                    <Phone size={16} aria-hidden />
                    <bdi dir="ltr">{contact.phone}</bdi>
                  </a>
                </li>
              )}
              {contact.email && (
                <li>
                  <a href={`mailto:${contact.email}`} className={styles.link}>
                    <Mail size={16} aria-hidden />
                    <bdi dir="ltr">{contact.email}</bdi>
                  </a>
                </li>
              )}
              {contact.address && (
                <li className={styles.link}>
                  <MapPin size={16} aria-hidden />
                  <bdi>{pick(contact, 'address')}</bdi>
                </li>
              )}
            </ul>
          </section>
        )}
      </div>
      <div className={cx('container', styles.legal)}>
        <p>
          {t('footer.rights', {
            year: String(new Date().getFullYear()),
            shop: pick(brand, 'name'),
          })}
        </p>
        <nav aria-label={t('footer.legal')} className={styles.legalLinks}>
          {config?.demo_mails && (
            <Link to={paths.demoMails} className={styles.link}>
              {t('footer.mails')}
            </Link>
          )}
          <LegalLink page="privacy" elsewhere={contact?.privacyUrl} />
          <LegalLink page="terms" elsewhere={contact?.termsUrl} />
          <LegalLink page="returns" />
          <LegalLink page="accessibility" />
        </nav>
      </div>
    </footer>
  )
}

interface LegalLinkProps {
  page: LegalPage
  /** The page's URL on another site, if it is hosted there. */
  elsewhere?: string | null | undefined
}

/**
 * The link to a legal page; hidden if the page does not exist. With the specification's fixed displays, missing privacy
 * and terms pages still have links, but without a target.
 */
function LegalLink({ page, elsewhere }: LegalLinkProps) {
  const t = useT()
  const isFixed = usePlaceholders() && (page === 'privacy' || page === 'terms')
  const isWritten = useShopConfig()?.legal.includes(page)
  const text = t(`footer.${page}`)
  if (!elsewhere && isWritten) {
    return (
      <Link to={paths.legal(page)} className={styles.link}>
        {text}
      </Link>
    )
  }
  if (!elsewhere && !isFixed) return null
  return (
    <a
      href={elsewhere ?? '#'}
      className={styles.link}
      onClick={elsewhere ? undefined : (event) => event.preventDefault()}
    >
      {text}
    </a>
  )
}
