import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Address } from '#contract/addresses.ts'
import { ADDRESSES_MAX } from '#contract/limits.ts'
import { AddressText } from '#web/addresses/AddressText.tsx'
import { addressesQuery, makeDefault, removeAddress } from '#web/addresses/addresses.queries.ts'
import { useAction } from '#web/api/useAction.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { LoadState } from '#web/navigation/LoadState.tsx'
import { lazyAddition } from '#web/navigation/lazy-part.ts'
import { Button } from '#web/ui/Button.tsx'
import { QuestionDialog } from '#web/ui/QuestionDialog.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { showToast } from '#web/ui/toasts.ts'
import styles from './AddressBook.module.css'
import { failureNotice, toastFailure } from './failure-notice.ts'
import { Panel } from './Panel.tsx'

const AddressDialog = lazyAddition(() => import('#web/addresses/AddressDialog.tsx'))

export function AddressBook() {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  const [editing, setEditing] = useState<Address | 'new' | null>(null)
  const query = useQuery(addressesQuery)
  const addresses = query.data
  const isFull = (addresses?.length ?? 0) >= ADDRESSES_MAX

  function onSaved() {
    setEditing(null)
    showToast(t('address.saved'), 'success')
  }

  return (
    <Panel id="addresses" title={t('address.title')} lead={t('address.lead')} headingRef={heading}>
      <LoadState query={query} skeleton={<Skeleton block={132} radius={14} />} />
      {addresses?.length === 0 && <p className="quiet">{t('address.none')}</p>}
      {addresses && addresses.length > 0 && (
        <ul className={styles.list}>
          {addresses.map((address) => (
            <Entry
              key={address.id}
              address={address}
              onEdit={() => setEditing(address)}
              onDeleted={() => heading.current?.focus()}
            />
          ))}
        </ul>
      )}
      {addresses && (
        <Button variant="outline" disabled={isFull} onClick={() => setEditing('new')}>
          {t('address.add')}
        </Button>
      )}
      {isFull && <p className="quiet">{t('address.full', { max: ADDRESSES_MAX })}</p>}
      {editing && (
        <AddressDialog
          address={editing === 'new' ? undefined : editing}
          onSaved={onSaved}
          onClose={() => setEditing(null)}
        />
      )}
    </Panel>
  )
}

interface EntryProps {
  address: Address
  onEdit: () => void
  onDeleted: () => void
}

function Entry({ address, onEdit, onDeleted }: EntryProps) {
  const t = useT()
  const { name, lines } = address
  const line = `${name}, ${lines[0]}`
  const row = useRef<HTMLLIElement>(null)
  const [asking, setAsking] = useState(false)

  const [choose, choosing] = useAction(async () => {
    await makeDefault(address.id)
    // The button that had focus is gone, because the default address lacks it.
    row.current?.focus()
  }, toastFailure('address.failed'))
  const [remove, removing] = useAction(async () => {
    try {
      await removeAddress(address.id)
      showToast(t('address.deleted'), 'success')
      onDeleted()
    } catch (error) {
      console.error(error)
      showToast(failureNotice(error) ?? t('address.failed'), 'error')
      setAsking(false)
    }
  })

  return (
    <li ref={row} tabIndex={-1} className={styles.entry}>
      <AddressText address={address} />
      {address.isDefault && <Tag tone="good">{t('address.default')}</Tag>}
      <div className={styles.actions}>
        <Button
          variant="quiet"
          aria-label={t('address.editLabel', { address: line })}
          onClick={onEdit}
        >
          {t('address.edit')}
        </Button>
        {!address.isDefault && (
          <Button
            variant="quiet"
            busy={choosing}
            aria-label={t('address.makeDefaultLabel', { address: line })}
            onClick={choose}
          >
            {t('address.makeDefault')}
          </Button>
        )}
        <Button
          variant="quiet"
          aria-label={t('address.deleteLabel', { address: line })}
          onClick={() => setAsking(true)}
        >
          {t('address.delete')}
        </Button>
      </div>
      {asking && (
        <QuestionDialog
          title={t('address.deleteTitle')}
          closeLabel={t('common.close')}
          cancel={t('common.cancel')}
          confirm={t('address.delete')}
          danger
          busy={removing}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          <AddressText address={address} />
          <p>{t('address.deleteText')}</p>
        </QuestionDialog>
      )}
    </li>
  )
}
