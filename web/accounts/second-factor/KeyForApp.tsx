import { encode } from 'uqr'
import type { SecondFactorKey } from '#contract/second-factor.ts'
import { useT } from '#web/i18n/useI18n.ts'
import styles from './SecondFactor.module.css'

export function KeyForApp({ secret, url }: SecondFactorKey) {
  const t = useT()
  return (
    <div className={styles.key}>
      <p>{t('secondFactor.scan')}</p>
      <QrCode text={url} label={t('secondFactor.qr')} />
      <p className="quiet">
        {t('secondFactor.typed')} <a href={url}>{t('secondFactor.open')}</a>
      </p>
      <code className={styles.secret} dir="ltr">
        {secret.replace(/.{4}(?=.)/g, '$& ')}
      </code>
    </div>
  )
}

function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 3 })
  const dark = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return (
    <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={dark.join('')} />
    </svg>
  )
}
