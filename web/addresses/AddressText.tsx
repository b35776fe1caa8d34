import type { DeliveryAddress } from '#contract/addresses.ts'
import { useLocale } from '#web/i18n/useI18n.ts'
import styles from './AddressText.module.css'

/**
 * An address as written on a parcel, with phone and note below. Not an `<address>` element, which is meant for the
 * contact details of the page's author and not allowed inside a label.
 */
export function AddressText({ address }: { address: DeliveryAddress }) {
  const lines = useLines(address)
  const [name, ...rest] = lines
  return (
    <span className={styles.address}>
      <bdi className={styles.name}>{name}</bdi>
      {rest.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be the same
        <bdi key={index}>{line}</bdi>
      ))}
      <bdi dir="ltr" className={styles.phone}>
        {address.phone_international}
      </bdi>
      {address.note && <bdi className={styles.note}>{address.note}</bdi>}
    </span>
  )
}

export function AddressLine({ address }: { address: DeliveryAddress }) {
  const lines = useLines(address)
  return (
    <span className={styles.line}>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be the same
        <span key={index}>
          <bdi>{line}</bdi>
          {index < lines.length - 1 && '\u00a0·'}
        </span>
      ))}
    </span>
  )
}

function useLines({ formatted, formatted_ar }: DeliveryAddress): readonly string[] {
  return useLocale() === 'ar' ? formatted_ar : formatted
}
