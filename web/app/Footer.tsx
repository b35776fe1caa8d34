import { bothNames } from '#contract/brand.ts'
import { CATEGORIES } from '#contract/locale.ts'
import { useBrand, useShopConfig } from '#web/api/config.queries.ts'
import { usePlaceholders } from '#web/api/placeholders.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { paths } from '#web/navigation/paths.ts'
import { cx } from '#web/ui/cx.ts'
import Mail from '#web/ui/icons/mail.tsx'
import MapPin from '#web/ui/icons/map-pin.tsx'
import Phone from '#web/ui/icons/phone.tsx'
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
        <section aria-labelledby="footer-contact">
          <h2 id="footer-contact" className={styles.title}>
            {t('footer.contact')}
          </h2>
          {contact && (
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
          )}
        </section>
      </div>
      <div className={cx('container', styles.legal)}>
        <p>
          {t('footer.rights', { year: String(new Date().getFullYear()), shop: bothNames(brand) })}
        </p>
        <nav aria-label={t('footer.legal')} className={styles.legalLinks}>
          {config?.demo_mails && (
            <Link to={paths.demoMails} className={styles.link}>
              {t('footer.mails')}
            </Link>
          )}
          <LegalLink href={contact?.privacyUrl}>{t('footer.privacy')}</LegalLink>
          <LegalLink href={contact?.termsUrl}>{t('footer.terms')}</LegalLink>
        </nav>
      </div>
    </footer>
  )
}

/** Without an address it leads nowhere, where fixed displays are shown, or is not there. */
function LegalLink({ href, children }: { href: string | null | undefined; children: string }) {
  const isFixed = usePlaceholders()
  if (!href && !isFixed) return null
  return (
    <a
      href={href ?? '#'}
      className={styles.link}
      onClick={href ? undefined : (event) => event.preventDefault()}
    >
      {children}
    </a>
  )
}
