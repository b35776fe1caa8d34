import { useEffect, useReducer } from 'react'
import { timeAgo } from '#web/i18n/time-ago.ts'
import { useLocale, useT } from '#web/i18n/useI18n.ts'
import { useStore } from '#web/ui/store.ts'
import styles from './KeptNotice.module.css'
import { keptAt } from './kept-pages.ts'

const MINUTE_MS = 60_000

export function KeptNotice() {
  const at = useStore(keptAt)
  return (
    <div role="status" className={styles.notice}>
      {at !== null && <Bar at={at} />}
    </div>
  )
}

function Bar({ at }: { at: number }) {
  const t = useT()
  const locale = useLocale()
  const [, growOlder] = useReducer((minutes: number) => minutes + 1, 0)
  useEffect(() => {
    const timer = setInterval(growOlder, MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  const moment = new Date(Math.min(at, Date.now() - MINUTE_MS)).toISOString()
  return <p className={styles.bar}>{t('offline.kept', { time: timeAgo(moment, locale) })}</p>
}
