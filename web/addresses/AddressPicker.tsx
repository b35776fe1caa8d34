import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Address } from '#contract/addresses.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { LoadState } from '#web/navigation/LoadState.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { Choices } from '#web/ui/QuestionDialog.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { AddressForm } from './AddressForm.tsx'
import styles from './AddressPicker.module.css'
import { AddressText } from './AddressText.tsx'
import { addressesQuery, saveAddress } from './addresses.queries.ts'

interface AddressPickerProps {
  /** The id of the selected address; null for none. */
  chosen: number | null
  /** The label of the button that saves a new address and continues. */
  action?: string | undefined
  busy?: boolean
  onChoose: (address: Address) => void | Promise<void>
  /** Called once a new address has been saved; defaults to `onChoose`. */
  onAdded?: (address: Address) => void | Promise<void>
  onClose: () => void
}

export default function AddressPicker(props: AddressPickerProps) {
  const t = useT()
  const query = useQuery(addressesQuery)
  if (query.data) return <LoadedPicker {...props} addresses={query.data} />
  return (
    <Dialog title={t('address.pickTitle')} closeLabel={t('common.close')} onClose={props.onClose}>
      <LoadState query={query} skeleton={<Skeleton block={132} radius={14} />} />
    </Dialog>
  )
}

type LoadedPickerProps = AddressPickerProps & { addresses: readonly Address[] }

/** Starts with the form if there are no addresses, and keeps it open while the first address is saved. */
function LoadedPicker(props: LoadedPickerProps) {
  const t = useT()
  const { addresses, onAdded = props.onChoose } = props
  const [adding, setAdding] = useState(addresses.length === 0)
  return (
    // A new key opens a new dialog for the form, so that its first field receives focus.
    <Dialog
      key={String(adding)}
      title={t(adding ? 'address.newTitle' : 'address.pickTitle')}
      closeLabel={t('common.close')}
      onClose={props.onClose}
    >
      {adding ? (
        <AddressForm
          action={props.action ?? t('address.save')}
          save={async (body) => onAdded(await saveAddress(null, body))}
          onCancel={() => (addresses.length === 0 ? props.onClose() : setAdding(false))}
        />
      ) : (
        <Pick {...props} onAdd={() => setAdding(true)} />
      )}
    </Dialog>
  )
}

interface PickProps extends LoadedPickerProps {
  onAdd: () => void
}

function Pick({ addresses, chosen, busy, onChoose, onAdd }: PickProps) {
  const t = useT()
  const [picked, setPicked] = useState(chosen ?? addresses[0]?.id)

  function onSend() {
    const address = addresses.find(({ id }) => id === picked)
    if (address) onChoose(address)
  }

  return (
    <Form className={styles.form} onSend={onSend}>
      <fieldset className={styles.list}>
        <legend className="visually-hidden">{t('address.pickTitle')}</legend>
        {addresses.map((address) => (
          <label key={address.id} className={styles.choice}>
            <input
              type="radio"
              name="address"
              checked={address.id === picked}
              data-autofocus={address.id === picked || undefined}
              onChange={() => setPicked(address.id)}
            />
            <AddressText address={address} />
          </label>
        ))}
      </fieldset>
      <Choices>
        <Button variant="outline" onClick={onAdd}>
          {t('address.add')}
        </Button>
        <Button type="submit" busy={busy ?? false}>
          {t('address.use')}
        </Button>
      </Choices>
    </Form>
  )
}
