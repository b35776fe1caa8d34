import type { Passkey } from '#contract/passkeys.ts'
import { timeAgo } from '#web/i18n/time-ago.ts'
import { useDateTime } from '#web/i18n/useDateTime.ts'
import { useLocale, useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import styles from '../Devices.module.css'
import { passToHeading } from '../Panel.tsx'

interface PasskeyListProps {
  passkeys: Passkey[]
  /** Undefined if no passkey can be removed: the last factor can be removed only by turning off the second factor. */
  onRemove: ((passkey: Passkey) => void) | undefined
}

export function PasskeyList({ passkeys, onRemove }: PasskeyListProps) {
  const t = useT()
  const locale = useLocale()
  const dateTime = useDateTime()
  return (
    <ul className={styles.list} aria-label={t('secondFactor.passkeys')}>
      {passkeys.map((passkey) => {
        const { id, name, created_at, last_used_at } = passkey
        return (
          <li key={id} className={styles.device}>
            <div className={styles.words}>
              <p className={styles.name}>
                <bdi>{name}</bdi>
              </p>
              <p className={styles.facts}>
                {last_used_at && (
                  <time dateTime={last_used_at} title={dateTime(last_used_at)}>
                    {t('devices.used', { time: timeAgo(last_used_at, locale) })}
                  </time>
                )}
                <span>{t('secondFactor.passkeySince', { date: dateTime(created_at) })}</span>
              </p>
            </div>
            {onRemove && (
              <Button
                ref={passToHeading}
                variant="quiet"
                className={styles.end}
                aria-label={t('secondFactor.removeLabel', { name })}
                onClick={() => onRemove(passkey)}
              >
                {t('secondFactor.remove')}
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
