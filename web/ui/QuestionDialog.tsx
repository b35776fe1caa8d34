import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import styles from './QuestionDialog.module.css'

interface QuestionDialogProps {
  title: string
  children?: ReactNode
  closeLabel: string
  /** The text of the cancel button, which has focus initially. */
  cancel: string
  confirm: string
  danger?: boolean
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
}

export function QuestionDialog(props: QuestionDialogProps) {
  return (
    <Dialog title={props.title} closeLabel={props.closeLabel} onClose={props.onClose}>
      {props.children}
      <Choices>
        <Button variant="outline" data-autofocus onClick={props.onClose}>
          {props.cancel}
        </Button>
        <Button
          variant={props.danger ? 'danger' : 'primary'}
          busy={props.busy ?? false}
          onClick={props.onConfirm}
        >
          {props.confirm}
        </Button>
      </Choices>
    </Dialog>
  )
}

/** The buttons at the end of a dialog. */
export function Choices({ children }: { children: ReactNode }) {
  return <div className={styles.choices}>{children}</div>
}
