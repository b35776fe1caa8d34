import type { ComponentProps } from 'react'
import styles from './Switch.module.css'

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  label: string
}

export function Switch({ label, ...input }: SwitchProps) {
  return (
    <label className={styles.switch}>
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox says whether it is checked */}
      <input type="checkbox" role="switch" className={styles.input} {...input} />
      <span>{label}</span>
    </label>
  )
}
