import type { FormEvent, ReactNode } from 'react'
import { ShopWindow } from '#web/home/ShopWindow.tsx'
import { useT } from '#web/i18n/useI18n.ts'
import styles from './AuthForm.module.css'
import { GoogleButton } from './GoogleButton.tsx'

interface AuthFormProps {
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

/** The frame of sign-in and sign-up: the form on its panel, the shop window beside it. */
export function AuthForm({
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
    <ShopWindow>
      <section className={styles.panel} aria-labelledby="auth-title">
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
    </ShopWindow>
  )
}
