import type { UseQueryResult } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import type { Address } from '#contract/addresses.ts'
import { AddressText } from '#web/addresses/AddressText.tsx'
import { useT } from '#web/i18n/useI18n.ts'
import { lazyAddition } from '#web/navigation/lazy-part.ts'
import { Button } from '#web/ui/Button.tsx'
import styles from './DeliverTo.module.css'

export const AddressPicker = lazyAddition(() => import('#web/addresses/AddressPicker.tsx'))

interface DeliverToProps {
  book: UseQueryResult<Address[]>
  address: Address | null
  required: boolean
  locked: boolean
  onChoose: (address: Address) => void
}

export function DeliverTo({ book, address, required, locked, onChoose }: DeliverToProps) {
  const t = useT()
  const [choosing, setChoosing] = useState(false)
  if (!book.data) return <Unloaded onRetry={book.refetch} retrying={book.isFetching} />
  return (
    <Place
      disabled={locked}
      aria-label={address ? t('address.changeLabel') : undefined}
      onClick={() => setChoosing(true)}
      action={t(address ? 'address.change' : 'address.add')}
    >
      {address ? (
        <AddressText address={address} />
      ) : (
        <p className="quiet">{t(required ? 'address.needed' : 'address.later')}</p>
      )}
      {choosing && (
        <AddressPicker
          chosen={address?.id ?? null}
          onChoose={(chosen) => {
            setChoosing(false)
            onChoose(chosen)
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </Place>
  )
}

/** Shown if the address book did not load; the server then uses the default address. */
function Unloaded({ onRetry, retrying }: { onRetry: () => unknown; retrying: boolean }) {
  const t = useT()
  return (
    <Place busy={retrying} onClick={() => void onRetry()} action={t('common.retry')}>
      <p className="quiet">{t('address.unloaded')}</p>
    </Place>
  )
}

type PlaceProps = Omit<ComponentProps<typeof Button>, 'variant' | 'className'> & {
  action: string
}

function Place({ action, children, ...button }: PlaceProps) {
  const t = useT()
  return (
    <div className={styles.place}>
      <div className={styles.head}>
        <h3 className={styles.title}>{t('address.deliverTo')}</h3>
        <Button variant="quiet" className={styles.change} {...button}>
          {action}
        </Button>
      </div>
      {children}
    </div>
  )
}
