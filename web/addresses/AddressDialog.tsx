import { useT } from '#web/i18n/useI18n.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { AddressForm, type AddressFormProps } from './AddressForm.tsx'

type AddressDialogProps = Pick<AddressFormProps, 'address' | 'onSaved'> & { onClose: () => void }

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
        onSaved={onSaved}
        onCancel={onClose}
      />
    </Dialog>
  )
}
