import type { Address } from '#contract/addresses.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { AddressForm } from './AddressForm.tsx'
import { saveAddress } from './addresses.queries.ts'

interface AddressDialogProps {
  address: Address | undefined
  onSaved: (address: Address) => void | Promise<void>
  onClose: () => void
}

export default function AddressDialog({ address, onSaved, onClose }: AddressDialogProps) {
  const t = useT()
  return (
    <Dialog
      title={t(address ? 'address.editTitle' : 'address.newTitle')}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <AddressForm
        address={address}
        action={t('address.save')}
        save={async (body) => onSaved(await saveAddress(address?.id ?? null, body))}
        onCancel={onClose}
      />
    </Dialog>
  )
}
