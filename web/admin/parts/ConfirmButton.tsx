import { type ComponentProps, useState } from 'react'
import { Button, type ButtonVariant } from '#web/ui/Button.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'

interface ConfirmButtonProps extends Omit<ComponentProps<typeof ConfirmDialog>, 'onClose'> {
  variant: ButtonVariant
  /** For screen readers, when several buttons have the same text. */
  label?: string
}

/** A button that asks before it acts; its text is that of the dialog's button. */
export function ConfirmButton({ variant, label, ...question }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button variant={variant} aria-label={label} onClick={() => setAsking(true)}>
        {question.confirm}
      </Button>
      {isAsking && <ConfirmDialog {...question} onClose={() => setAsking(false)} />}
    </>
  )
}
