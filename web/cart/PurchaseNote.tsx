import { useState } from 'react'
import { PURCHASE_NOTE_MAX } from '#contract/limits.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import Plus from '#web/ui/icons/plus.svg?icon'
import { TextArea } from '#web/ui/TextArea.tsx'
import styles from './PurchaseNote.module.css'

interface PurchaseNoteProps {
  note: string
  locked: boolean
  onWrite: (note: string) => void
}

/** Most customers have no note to the shop, so the field is behind a button. */
export function PurchaseNote({ note, locked, onWrite }: PurchaseNoteProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  if (!isOpen && note === '') {
    return (
      <Button
        variant="outline"
        className={styles.add}
        disabled={locked}
        onClick={() => setOpen(true)}
      >
        <Plus size={18} aria-hidden />
        {t('cart.addNote')}
      </Button>
    )
  }
  return (
    <TextArea
      label={t('cart.note')}
      value={note}
      maxLength={PURCHASE_NOTE_MAX}
      rows={3}
      disabled={locked}
      // Takes focus, because the button that opened the field no longer exists.
      autoFocus={isOpen}
      // Keeps the field open when all its text is deleted.
      onFocus={() => setOpen(true)}
      onChange={({ target }) => onWrite(target.value)}
    />
  )
}
