import { type ComponentProps, useState } from 'react'
import { Button, type ButtonVariant } from '#web/ui/Button.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'

interface ConfirmButtonProps extends Omit<ComponentProps<typeof ConfirmDialog>, 'onClose'> {
  variant: ButtonVariant
  /** For a screen reader, where several buttons say the same. */
  label?: string
}

/** A button that asks before it acts; it says what the button of the question says. */
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
