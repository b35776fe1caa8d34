import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { type ReactNode, useState } from 'react'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { LoadState } from '#web/navigation/LoadState.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Picture } from '#web/ui/Picture.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { AdminPage, Panel } from '../parts/AdminPage.tsx'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'
import { PartnerDialog } from './PartnerDialog.tsx'
import { SlideDialog } from './SlideDialog.tsx'
import { type Shown, SortedList } from './SortedList.tsx'
import styles from './StorefrontScreen.module.css'
import { partnerForm, partners, slideForm, slides } from './storefront.queries.ts'

/** The storefront's content: the carousel's slides and the partners. */
export default function StorefrontScreen() {
  const t = useT()
  return (
    <AdminPage title={t('admin.storefront')}>
      <Slides />
      <Partners />
    </AdminPage>
  )
}

function Slides() {
  const t = useT()
  const pick = useLocalized()
  return (
    <Group
      title={t('admin.slides')}
      add={t('admin.newSlide')}
      query={useQuery(slides.query)}
      nameOf={(slide) => pick(slide, 'title')}
      banners={slides}
      formOf={slideForm}
      dialog={(slide, close) => <SlideDialog slide={slide} onClose={close} />}
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
    </Group>
  )
}

function Partners() {
  const t = useT()
  const pick = useLocalized()
  return (
    <Group
      title={t('admin.partners')}
      add={t('admin.newPartner')}
      query={useQuery(partners.query)}
      nameOf={(partner) => pick(partner, 'name')}
      banners={partners}
      formOf={partnerForm}
      dialog={(partner, close) => <PartnerDialog partner={partner} onClose={close} />}
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
    </Group>
  )
}

interface GroupProps<Thing extends Shown, Form> {
  title: string
  add: string
  query: UseQueryResult<readonly Thing[]>
  nameOf: (thing: Thing) => string
  banners: {
    save(id: number, form: Form): Promise<void>
    sort(ids: number[]): Promise<void>
    remove(id: number): Promise<void>
  }
  /** Reduces an entry to the fields that the server accepts. */
  formOf: (thing: Thing) => Form
  /** Renders the form of an entry; null is a new one. */
  dialog: (thing: Thing | null, close: () => void) => ReactNode
  /** Renders an entry in the list. */
  children: (thing: Thing) => ReactNode
}

/** The open dialog: none, edit an entry (null is a new one), or remove one. */
type Asking<Thing> = null | { edit: Thing | null } | { remove: Thing }

/** The slides or the partners: their list and dialogs. */
function Group<Thing extends Shown, Form>(props: GroupProps<Thing, Form>) {
  const { title, add, query, nameOf, banners, formOf, dialog, children } = props
  const [asking, setAsking] = useState<Asking<Thing>>(null)
  const close = () => setAsking(null)
  return (
    <Panel
      title={title}
      actions={
        <Button variant="outline" onClick={() => setAsking({ edit: null })}>
          <Plus size={18} aria-hidden />
          {add}
        </Button>
      }
    >
      <LoadState query={query} skeleton={<Skeleton block={240} radius={8} />} />
      {query.data && (
        <SortedList
          label={title}
          things={query.data}
          nameOf={nameOf}
          onSort={banners.sort}
          onSwitch={(thing, is_active) => banners.save(thing.id, { ...formOf(thing), is_active })}
          onEdit={(edit) => setAsking({ edit })}
          onRemove={(remove) => setAsking({ remove })}
        >
          {children}
        </SortedList>
      )}
      {asking && 'edit' in asking && dialog(asking.edit, close)}
      {asking && 'remove' in asking && (
        <RemoveDialog
          name={nameOf(asking.remove)}
          act={() => banners.remove(asking.remove.id)}
          onClose={close}
        />
      )}
    </Panel>
  )
}

interface RemoveDialogProps {
  name: string
  act: () => Promise<void>
  onClose: () => void
}

function RemoveDialog({ name, act, onClose }: RemoveDialogProps) {
  const t = useT()
  return (
    <ConfirmDialog
      title={t('admin.removeTitle', { name })}
      confirm={t('product.delete')}
      danger
      act={act}
      onClose={onClose}
    >
      <p>{t('admin.removeText')}</p>
    </ConfirmDialog>
  )
}
