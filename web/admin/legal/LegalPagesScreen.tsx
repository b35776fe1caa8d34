import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { WrittenPage } from '#contract/admin/legal-pages.ts'
import { LEGAL_TEXT_MAX } from '#contract/limits.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { adminPaths } from '#web/navigation/admin-paths.ts'
import { Link } from '#web/navigation/Link.tsx'
import { LoadState } from '#web/navigation/LoadState.tsx'
import { paths } from '#web/navigation/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { AdminPage, Panel } from '../parts/AdminPage.tsx'
import { BilingualFields } from '../parts/NamesFields.tsx'
import { SettingsForm } from '../parts/SettingsForm.tsx'
import { useShopTime } from '../parts/shop-time.ts'
import { useMayWrite } from '../useMayWrite.ts'
import styles from './LegalPagesScreen.module.css'
import { legalPagesQuery, reloadLegalPage, saveLegalPage } from './legal-pages.queries.ts'

export default function LegalPagesScreen() {
  const t = useT()
  const query = useQuery(legalPagesQuery)
  return (
    <AdminPage
      title={t('admin.legal')}
      lead={
        <>
          {t('admin.legalText')} <Link to={adminPaths.shop}>{t('admin.shop')}</Link>
        </>
      }
    >
      <LoadState query={query} skeleton={<Skeleton block={480} radius={14} />} />
      {query.data?.map((written) => (
        <PagePanel key={written.page} written={written} />
      ))}
    </AdminPage>
  )
}

function PagePanel({ written }: { written: WrittenPage }) {
  const t = useT()
  const dateTime = useShopTime()
  const mayWrite = useMayWrite()
  // The page as it was when the dialog opened; the list may be refetched behind the dialog.
  const [edited, setEdited] = useState<WrittenPage>()
  const close = () => setEdited(undefined)
  const { page, updated_at } = written
  const title = t(`footer.${page}`)
  return (
    <Panel
      title={title}
      actions={
        (mayWrite || updated_at) && (
          <Button variant="outline" onClick={() => setEdited(written)}>
            {t(!mayWrite ? 'admin.view' : updated_at ? 'product.edit' : 'admin.legal.write')}
            <span className="visually-hidden">: {title}</span>
          </Button>
        )
      }
    >
      <p className="quiet">
        {updated_at ? (
          <Link to={paths.legal(page)}>{t('legal.updated', { date: dateTime(updated_at) })}</Link>
        ) : (
          t('admin.legal.unwritten')
        )}
      </p>
      {edited && (
        <Dialog title={title} closeLabel={t('common.close')} onClose={close}>
          <SettingsForm
            long
            className={styles.form}
            about="shop"
            stored={edited}
            read={({ bilingual }) => bilingual('text')}
            save={async (texts, version) => {
              await saveLegalPage(page, { ...texts, ...(version && { version }) })
              close()
              return undefined
            }}
            reload={() => reloadLegalPage(page)}
            onReopen={close}
          >
            <BilingualFields
              name="text"
              labels={[t('admin.legal.english'), t('admin.legal.arabic')]}
              now={[edited.text, edited.text_ar]}
              max={LEGAL_TEXT_MAX}
              required={false}
              long
              english={{ hint: t('admin.legal.hint') }}
              hint={t('admin.arabicHint')}
            />
          </SettingsForm>
        </Dialog>
      )}
    </Panel>
  )
}
