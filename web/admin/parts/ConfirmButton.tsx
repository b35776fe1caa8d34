import { type ComponentProps, useState } from 'react'
import { Button, type ButtonVariant } from '#web/ui/Button.tsx'
import { useMayWrite } from '../useMayWrite.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'

interface ConfirmButtonProps extends Omit<ComponentProps<typeof ConfirmDialog>, 'onClose'> {
  variant: ButtonVariant
  /** The button's accessible name, if several buttons have the same text. */
  label?: string
}

/** A button that asks for confirmation before it acts; the dialog's button has the same text. */
export function ConfirmButton({ variant, label, ...question }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false)
  if (!useMayWrite()) return null
  return (
    <>
      <Button variant={variant} aria-label={label} onClick={() => setAsking(true)}>
        {question.confirm}
      </Button>
      {isAsking && <ConfirmDialog {...question} onClose={() => setAsking(false)} />}
    </>
  )
}
