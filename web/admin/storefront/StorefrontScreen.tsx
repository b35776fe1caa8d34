import { useQuery } from '@tanstack/react-query'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Picture } from '#web/ui/Picture.tsx'
import { AdminPage } from '../parts/AdminPage.tsx'
import { EntityList } from '../parts/EntityList.tsx'
import { PartnerDialog } from './PartnerDialog.tsx'
import { SlideDialog } from './SlideDialog.tsx'
import styles from './StorefrontScreen.module.css'
import { partners, slides } from './storefront.queries.ts'

export default function StorefrontScreen() {
  const t = useT()
  return (
    <AdminPage
      title={t('admin.storefront')}
      queries={[useQuery(slides.query), useQuery(partners.query)]}
    >
      <Slides />
      <Partners />
    </AdminPage>
  )
}

function Slides() {
  const t = useT()
  const pick = useLocalized()
  return (
    <EntityList
      title={t('admin.slides')}
      add={t('admin.newSlide')}
      empty={t('admin.none.slides')}
      query={useQuery(slides.query)}
      nameOf={(slide) => pick(slide, 'title')}
      list={slides}
      removeText={t('admin.removeText')}
      dialog={(form) => <SlideDialog {...form} />}
    >
      {(slide) => (
        <>
          <span className={styles.wide}>
            <Picture
              src={slide.picture}
              alt={pick(slide, 'alt')}
              width={96}
              height={54}
              shape="wide"
            />
          </span>
          <span className={styles.words}>
            <strong>{pick(slide, 'title')}</strong>
            <span className={styles.note}>{pick(slide, 'subtitle')}</span>
          </span>
        </>
      )}
    </EntityList>
  )
}

function Partners() {
  const t = useT()
  const pick = useLocalized()
  return (
    <EntityList
      title={t('admin.partners')}
      add={t('admin.newPartner')}
      empty={t('admin.none.partners')}
      query={useQuery(partners.query)}
      nameOf={(partner) => pick(partner, 'name')}
      list={partners}
      removeText={t('admin.removeText')}
      dialog={(form) => <PartnerDialog {...form} />}
    >
      {(partner) => (
        <>
          <span className={styles.wide} data-logo>
            <img src={partner.logo} alt="" className={styles.logo} />
          </span>
          <span className={styles.words}>
            <strong>{pick(partner, 'name')}</strong>
            {partner.link && <bdi className={styles.note}>{partner.link}</bdi>}
          </span>
        </>
      )}
    </EntityList>
  )
}
