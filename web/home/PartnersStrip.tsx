import { useQuery } from '@tanstack/react-query'
import type { Partner } from '#contract/shop.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { SectionTitle } from '#web/ui/SectionTitle.tsx'
import { storefrontQuery } from './home.queries.ts'
import styles from './PartnersStrip.module.css'

export function PartnersStrip() {
  const t = useT()
  const { data, isPending } = useQuery(storefrontQuery)
  if (!isPending && !data?.partners.length) return null
  return (
    <section className={styles.section} aria-labelledby="partners">
      <SectionTitle id="partners">{t('home.partners')}</SectionTitle>
      <ul className={styles.brands}>
        {data?.partners.map((partner) => (
          <li key={partner.id}>
            {partner.link ? (
              <a href={partner.link} rel="noreferrer">
                <PartnerLogo partner={partner} />
              </a>
            ) : (
              <PartnerLogo partner={partner} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A partner's logo, used as a mask so that the one-color drawing takes on the theme's color. */
function PartnerLogo({ partner }: { partner: Partner }) {
  const pick = useLocalized()
  return (
    <span
      role="img"
      aria-label={pick(partner, 'name')}
      className={styles.logo}
      style={{ maskImage: `url("${partner.logo}")`, aspectRatio: partner.logo_ratio }}
    />
  )
}
