import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import type { DemoMail } from '#contract/demo-mails.ts'
import { configQuery } from '#web/api/config.queries.ts'
import { timeAgo } from '#web/i18n/time-ago.ts'
import { useDateTime } from '#web/i18n/useDateTime.ts'
import { useLocale, useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { LoadState } from '#web/navigation/LoadState.tsx'
import NotFoundScreen from '#web/navigation/NotFoundScreen.tsx'
import { paths } from '#web/navigation/paths.ts'
import { Screen } from '#web/navigation/Screen.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import Inbox from '#web/ui/icons/inbox.svg?icon'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { DemoEmail } from './DemoEmail.tsx'
import styles from './DemoMailsScreen.module.css'
import { demoMailsQuery, languageOfMail } from './demo-mails.queries.ts'

/** The emails that a demo stores instead of sending. A real shop does not have this page. */
export default function DemoMailsScreen() {
  const config = useQuery(configQuery)
  if (config.data && !config.data.demo_mails) return <NotFoundScreen />
  return <Mailbox isShown={config.data?.demo_mails === true} />
}

function Mailbox({ isShown }: { isShown: boolean }) {
  const t = useT()
  const chosen = new URLSearchParams(useLocation().search).get('mail')
  const query = useQuery({ ...demoMailsQuery, enabled: isShown })
  const mails = query.data

  return (
    <Screen title={t('mails.title')}>
      <p className={styles.lead}>{t('mails.lead')}</p>
      <LoadState query={query} skeleton={<Loading />} />
      {mails?.length === 0 && (
        <EmptyState icon={<Inbox />} title={t('mails.empty')} text={t('mails.emptyText')} />
      )}
      {mails && mails.length > 0 && (
        <div className={cx(styles.columns, chosen !== null && styles.reading)}>
          <nav aria-label={t('mails.list')} className={styles.list}>
            <p role="status" className={styles.count}>
              {t('mails.count', { count: mails.length })}
            </p>
            <ul>
              {mails.map((mail) => (
                <Row key={mail.id} mail={mail} isChosen={mail.id === chosen} />
              ))}
            </ul>
          </nav>
          {chosen === null ? (
            <p className={styles.choose}>{t('mails.choose')}</p>
          ) : (
            <DemoEmail key={chosen} id={chosen} />
          )}
        </div>
      )}
    </Screen>
  )
}

function Row({ mail, isChosen }: { mail: DemoMail; isChosen: boolean }) {
  const locale = useLocale()
  const dateTime = useDateTime()
  return (
    <li>
      <Link
        to={`${paths.demoMails}?${new URLSearchParams({ mail: mail.id })}`}
        className={styles.row}
        aria-current={isChosen || undefined}
      >
        <span className={styles.subject}>
          <bdi lang={languageOfMail(mail)}>{mail.subject}</bdi>
        </span>
        <span className={styles.facts}>
          <span className={styles.address}>
            <bdi>{mail.to}</bdi>
          </span>
          <time dateTime={mail.sent_at} title={dateTime(mail.sent_at)}>
            {timeAgo(mail.sent_at, locale)}
          </time>
        </span>
      </Link>
    </li>
  )
}

function Loading() {
  return (
    <div className={styles.columns} aria-hidden="true">
      <div className={styles.rows}>
        <Skeleton block={72} radius={14} />
        <Skeleton block={72} radius={14} />
        <Skeleton block={72} radius={14} />
      </div>
      <Skeleton block={360} radius={16} />
    </div>
  )
}
