import { useQuery } from '@tanstack/react-query'
import type { ShopEmail } from '#contract/admin/emails.ts'
import { useShopConfig } from '#web/api/config.queries.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { adminPaths } from '#web/navigation/admin-paths.ts'
import { Link } from '#web/navigation/Link.tsx'
import { LoadState } from '#web/navigation/LoadState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { AdminPage, Panel } from '../parts/AdminPage.tsx'
import { Notice } from '../parts/Notice.tsx'
import styles from './EmailsScreen.module.css'
import { emailsQuery } from './emails.queries.ts'
import { SentSwitch } from './SentSwitch.tsx'

const READERS = ['customer', 'staff'] as const

export default function EmailsScreen() {
  const t = useT()
  const config = useShopConfig()
  const query = useQuery(emailsQuery)
  return (
    <AdminPage title={t('admin.emails')} lead={t('admin.emailsText')}>
      <LoadState query={query} skeleton={<Skeleton block={480} radius={14} />} />
      {config?.demo === false && query.data?.hasMailServer === false && (
        <Notice>{t('admin.noMailServer')}</Notice>
      )}
      {query.data &&
        READERS.map((reader) => (
          <EmailPanel
            key={reader}
            title={t(`admin.emailsTo.${reader}`)}
            emails={query.data.emails.filter(({ to }) => to === reader)}
          />
        ))}
    </AdminPage>
  )
}

function EmailPanel({ title, emails }: { title: string; emails: readonly ShopEmail[] }) {
  const t = useT()
  return (
    <Panel title={title}>
      <ul className={styles.list} aria-label={title}>
        {emails.map((email) => (
          <li key={email.kind} className={styles.row} data-off={!email.is_on || undefined}>
            <Link to={adminPaths.email(email.kind)} className={styles.name}>
              {t(`admin.email.${email.kind}`)}
            </Link>
            <SentSwitch email={email} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
