import type { ComponentType, FormEvent, ReactNode } from 'react'
import { useT } from '#web/i18n/useI18n.ts'
import { cx } from '#web/ui/cx.ts'
import styles from './AuthForm.module.css'
import { GoogleButton } from './GoogleButton.tsx'

/** A slot for what stands around the form; `app` fills it with the storefront's public pieces. */
export type AuthFrame = ComponentType<{ children: ReactNode }>

interface AuthFormProps {
  frame: AuthFrame
  title: string
  lead: string
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  onEdit?: () => void
  /** What went wrong beyond what a toast says. */
  notice?: string | undefined
  children: ReactNode
  /** The line that leads to the other screen. */
  other: ReactNode
}

/** What sign-in and sign-up share: the form on its panel, inside the frame. */
export function AuthForm({
  frame: Frame,
  title,
  lead,
  onSubmit,
  onEdit,
  notice,
  children,
  other,
}: AuthFormProps) {
  const t = useT()
  return (
    <Frame>
      <section className={cx('panel', styles.panel)} aria-labelledby="auth-title">
        <div>
          <h1 id="auth-title" className={styles.title}>
            {title}
          </h1>
          <p className={styles.lead}>{lead}</p>
        </div>
        <form className={styles.form} onSubmit={onSubmit} onInput={onEdit} noValidate>
          {children}
        </form>
        {notice && (
          <p className={styles.notice} role="alert">
            {notice}
          </p>
        )}
        <p className={styles.or}>
          <span>{t('auth.or')}</span>
        </p>
        <GoogleButton />
        <p className={styles.other}>{other}</p>
      </section>
    </Frame>
  )
}
