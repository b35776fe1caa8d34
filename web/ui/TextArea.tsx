import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import styles from './Field.module.css'
import { Frame, useParts, type Wrapping } from './Field.tsx'

type TextAreaProps = Wrapping & Omit<ComponentProps<'textarea'>, 'className'>

/** Apart from the other fields, because a first visit does not need it. */
export function TextArea(field: TextAreaProps) {
  const { frame, control } = useParts(field)
  return (
    <Frame {...frame}>
      <textarea className={cx(styles.control, styles.area)} {...control} />
    </Frame>
  )
}
