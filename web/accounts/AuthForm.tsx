import type { ComponentProps, ComponentType, ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { Form } from '#web/ui/Form.tsx'
import styles from './AuthForm.module.css'
import { GoogleButton } from './GoogleButton.tsx'

/** Wraps the sign-in or sign-up form in the storefront's public content; provided by web/app. */
export type AuthFrame = ComponentType<{ children: ReactNode }>

interface AuthFormProps extends Pick<ComponentProps<typeof Form>, 'errors' | 'onSend'> {
  frame: AuthFrame
  title: string
  lead: string
  onEdit?: () => void
  /** Explains a failure in more detail than the toast. */
  notice?: string | undefined
  children: ReactNode
  /** The line with the link from sign-in to sign-up, or vice versa. */
  other: ReactNode
}

export function AuthForm({
  frame: Frame,
  title,
  lead,
  errors,
  onSend,
  onEdit,
  notice,
  children,
  other,
}: AuthFormProps) {
  return (
    <Frame>
      <section className={cx('panel', styles.panel)} aria-labelledby="auth-title">
        <div>
          <h1 id="auth-title" className={styles.title}>
            {title}
          </h1>
          <p className={styles.lead}>{lead}</p>
        </div>
        <Form className={styles.form} errors={errors} onSend={onSend} onInput={onEdit} noValidate>
          {children}
        </Form>
        {notice && (
          <p className={styles.notice} role="alert">
            {notice}
          </p>
        )}
        <GoogleButton />
        <p className={styles.other}>{other}</p>
      </section>
    </Frame>
  )
}
