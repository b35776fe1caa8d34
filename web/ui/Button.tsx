import type { ComponentProps } from 'react'
import styles from './Button.module.css'
import { cx } from './cx.ts'
import { Spinner } from './Spinner.tsx'

export type ButtonVariant = 'primary' | 'flash' | 'quiet' | 'outline' | 'danger'

/** The class that makes an element look like a button, for links that must remain links. */
export function buttonClass(variant: ButtonVariant = 'primary', wide = false): string {
  return cx(styles.button, styles[variant], wide && styles.wide)
}

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  wide?: boolean
  busy?: boolean
}

export function Button({
  variant = 'primary',
  wide = false,
  busy = false,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={cx(buttonClass(variant, wide), className)}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}

interface IconButtonProps extends ComponentProps<'button'> {
  /** The accessible name; the icon is decoration. */
  label: string
}

/** A 44 px square button that shows only an icon. */
export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button type="button" className={cx(styles.icon, className)} aria-label={label} {...rest}>
      {children}
    </button>
  )
}
