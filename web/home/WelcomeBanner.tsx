import { useBrand } from '#web/api/config.queries.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { paths } from '#web/navigation/paths.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import styles from './WelcomeBanner.module.css'

export function WelcomeBanner() {
  const t = useT()
  const pick = useLocalized()
  return (
    <section className={styles.banner} aria-labelledby="welcome">
      <span className={styles.flash} aria-hidden="true" />
      <div className={styles.words}>
        <h2 id="welcome" className={styles.title}>
          {t('home.welcome', { shop: pick(useBrand(), 'name') })}
        </h2>
        <p>{t('home.welcomeText')}</p>
      </div>
      <Link to={paths.signUp} className={buttonClass('flash')}>
        {t('home.shopNow')}
      </Link>
    </section>
  )
}
