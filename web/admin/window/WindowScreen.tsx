import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { type ReactNode, useState } from 'react'
import type { AdminPartner, AdminSlide } from '#contract/admin/window.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Picture } from '#web/ui/Picture.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { AdminPage, Panel } from '../parts/AdminPage.tsx'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'
import { Failure } from '../parts/Failure.tsx'
import { PartnerDialog } from './PartnerDialog.tsx'
import { SlideDialog } from './SlideDialog.tsx'
import { SortedList } from './SortedList.tsx'
import styles from './WindowScreen.module.css'
import * as shop from './window.queries.ts'

/** What stands in the shop's window: the carousel and the partners. */
export default function WindowScreen() {
  const t = useT()
  return (
    <AdminPage title={t('admin.window')}>
      <Slides />
      <Partners />
    </AdminPage>
  )
}

/** Nothing, a new one, one that is changed, or one that is to go. */
type Asking<Thing> = null | 'new' | { edit: Thing } | { remove: Thing }

function Slides() {
  const t = useT()
  const pick = useLocalized()
  const query = useQuery(shop.slidesQuery)
  const [asking, setAsking] = useState<Asking<AdminSlide>>(null)
  const close = () => setAsking(null)
  return (
    <Group
      title={t('admin.slides')}
      add={t('admin.newSlide')}
      onAdd={() => setAsking('new')}
      query={query}
    >
      <SortedList
        label={t('admin.slides')}
        things={query.data ?? []}
        nameOf={(slide) => pick(slide, 'title')}
        onSort={shop.sortSlides}
        onSwitch={(slide, is_active) =>
          shop.saveSlide(slide.id, { ...shop.slideForm(slide), is_active })
        }
        onEdit={(edit) => setAsking({ edit })}
        onRemove={(remove) => setAsking({ remove })}
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
      </SortedList>
      {asking === 'new' && <SlideDialog slide={null} onClose={close} />}
      {isEdit(asking) && <SlideDialog slide={asking.edit} onClose={close} />}
      {isRemove(asking) && (
        <RemoveDialog
          name={pick(asking.remove, 'title')}
          act={() => shop.removeSlide(asking.remove.id)}
          onClose={close}
        />
      )}
    </Group>
  )
}

function Partners() {
  const t = useT()
  const pick = useLocalized()
  const query = useQuery(shop.partnersQuery)
  const [asking, setAsking] = useState<Asking<AdminPartner>>(null)
  const close = () => setAsking(null)
  return (
    <Group
      title={t('admin.partners')}
      add={t('admin.newPartner')}
      onAdd={() => setAsking('new')}
      query={query}
    >
      <SortedList
        label={t('admin.partners')}
        things={query.data ?? []}
        nameOf={(partner) => pick(partner, 'name')}
        onSort={shop.sortPartners}
        onSwitch={(partner, is_active) =>
          shop.savePartner(partner.id, { ...shop.partnerForm(partner), is_active })
        }
        onEdit={(edit) => setAsking({ edit })}
        onRemove={(remove) => setAsking({ remove })}
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
      </SortedList>
      {asking === 'new' && <PartnerDialog partner={null} onClose={close} />}
      {isEdit(asking) && <PartnerDialog partner={asking.edit} onClose={close} />}
      {isRemove(asking) && (
        <RemoveDialog
          name={pick(asking.remove, 'name')}
          act={() => shop.removePartner(asking.remove.id)}
          onClose={close}
        />
      )}
    </Group>
  )
}

interface GroupProps {
  title: string
  add: string
  onAdd: () => void
  query: UseQueryResult<readonly unknown[]>
  children: ReactNode
}

function Group({ title, add, onAdd, query, children }: GroupProps) {
  return (
    <Panel
      title={title}
      actions={
        <Button variant="outline" onClick={onAdd}>
          <Plus size={18} aria-hidden />
          {add}
        </Button>
      }
    >
      {query.isPending && <Skeleton block={240} radius={8} />}
      {!query.isPending && !query.data && (
        <Failure retry={query.refetch} retrying={query.isRefetching} />
      )}
      {query.data && children}
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

function isEdit<Thing>(asking: Asking<Thing>): asking is { edit: Thing } {
  return typeof asking === 'object' && asking !== null && 'edit' in asking
}

function isRemove<Thing>(asking: Asking<Thing>): asking is { remove: Thing } {
  return typeof asking === 'object' && asking !== null && 'remove' in asking
}
