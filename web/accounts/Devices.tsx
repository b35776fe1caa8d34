import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Session } from '#contract/sessions.ts'
import { useAction } from '#web/api/useAction.ts'
import { timeAgo } from '#web/i18n/time-ago.ts'
import { useDateTime } from '#web/i18n/useDateTime.ts'
import { useLocale, useT } from '#web/i18n/useI18n.ts'
import { LoadState } from '#web/navigation/LoadState.tsx'
import { Button } from '#web/ui/Button.tsx'
import Laptop from '#web/ui/icons/laptop.svg?icon'
import Smartphone from '#web/ui/icons/smartphone.svg?icon'
import { QuestionDialog } from '#web/ui/QuestionDialog.tsx'
import { Skeletons } from '#web/ui/Skeleton.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { showToast } from '#web/ui/toasts.ts'
import styles from './Devices.module.css'
import { failureNotice, toastFailure } from './failure-notice.ts'
import { Panel } from './Panel.tsx'
import { sessionsQuery, signOutDevice, signOutOtherDevices } from './sessions.queries.ts'
import { useDeviceName } from './useDeviceName.ts'

export function Devices() {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  const [asking, setAsking] = useState(false)
  const query = useQuery(sessionsQuery)
  const sessions = query.data
  const others = sessions?.filter(({ current }) => !current).length ?? 0

  const [endOthers, ending] = useAction(async () => {
    try {
      const count = await signOutOtherDevices()
      showToast(t('devices.othersEnded', { count }), 'success')
      // The dialog traps focus, so it closes first. Focus then moves to the heading, because the button that opened the
      // dialog disappears along with the other devices.
      flushSync(() => setAsking(false))
      heading.current?.focus()
    } catch (error) {
      console.error(error)
      showToast(failureNotice(error) ?? t('devices.failed'), 'error')
      setAsking(false)
    }
  })

  return (
    <Panel id="sessions" title={t('devices.title')} lead={t('devices.lead')} headingRef={heading}>
      <LoadState
        query={query}
        skeleton={<Skeletons className={styles.list} blocks={[76, 76]} radius={14} />}
      />
      {sessions && (
        <ul className={styles.list}>
          {sessions.map((session) => (
            <Device key={session.id} session={session} onEnded={() => heading.current?.focus()} />
          ))}
        </ul>
      )}
      {others > 0 && (
        <Button variant="outline" onClick={() => setAsking(true)}>
          {t('devices.endOthers')}
        </Button>
      )}
      {sessions && others === 0 && <p className="quiet">{t('devices.onlyThis')}</p>}
      {asking && (
        <QuestionDialog
          title={t('devices.endOthersTitle')}
          closeLabel={t('common.close')}
          cancel={t('common.cancel')}
          confirm={t('devices.endOthers')}
          danger
          busy={ending}
          onConfirm={endOthers}
          onClose={() => setAsking(false)}
        >
          <p>{t('devices.endOthersText', { count: others })}</p>
        </QuestionDialog>
      )}
    </Panel>
  )
}

const HANDHELD = new Set(['Android', 'iOS', 'iPadOS'])

function Device({ session, onEnded }: { session: Session; onEnded: () => void }) {
  const t = useT()
  const locale = useLocale()
  const dateTime = useDateTime()
  const name = useDeviceName(session)
  const Icon = HANDHELD.has(session.system ?? '') ? Smartphone : Laptop

  const [end, ending] = useAction(async () => {
    await signOutDevice(session.id)
    showToast(t('devices.ended', { device: name }), 'success')
    onEnded()
  }, toastFailure('devices.failed'))

  return (
    <li className={styles.device}>
      <span className={styles.icon} aria-hidden="true">
        <Icon size={22} />
      </span>
      <div className={styles.words}>
        <p className={styles.name}>
          {name}
          {session.current && <Tag tone="good">{t('devices.current')}</Tag>}
        </p>
        <p className={styles.facts}>
          <time dateTime={session.last_used_at} title={dateTime(session.last_used_at)}>
            {session.current
              ? t('devices.now')
              : t('devices.used', { time: timeAgo(session.last_used_at, locale) })}
          </time>
          {session.address && (
            <span>
              {t('devices.network')} <bdi dir="ltr">{session.address}</bdi>
            </span>
          )}
          <span>{t('devices.since', { date: dateTime(session.created_at) })}</span>
        </p>
      </div>
      {!session.current && (
        <Button
          variant="quiet"
          className={styles.end}
          busy={ending}
          aria-label={t('devices.endLabel', { device: name })}
          onClick={end}
        >
          {t('devices.end')}
        </Button>
      )}
    </li>
  )
}
