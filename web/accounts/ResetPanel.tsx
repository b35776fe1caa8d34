import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { paths } from '#web/navigation/paths.ts'
import { cx } from '#web/ui/cx.ts'
import { Form } from '#web/ui/Form.tsx'
import auth from './AuthForm.module.css'

interface ResetPanelProps extends Partial<Pick<ComponentProps<typeof Form>, 'errors' | 'onSend'>> {
  title: string
  lead: string
  notice?: string | undefined
  /** Whether the form has been sent and is gone, so that focus moves to the heading. */
  arrived?: boolean
  /** Whether the panel links to the home page rather than to sign-in, because the user is already signed in. */
  goesOn?: boolean
  children?: ReactNode
}

/** Lays out the screens for emailed links and forgotten passwords, and the steps after the sign-in form. */
export function ResetPanel(props: ResetPanelProps) {
  const { title, lead, notice, arrived, goesOn, errors, onSend, children } = props
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (arrived) heading.current?.focus()
  }, [arrived])

  return (
    <div className="container">
      <section className={cx('panel', auth.panel, auth.alone)}>
        <div>
          <h1 ref={heading} tabIndex={-1} className={auth.title}>
            {title}
          </h1>
          {lead && <p className={auth.lead}>{lead}</p>}
        </div>
        {onSend ? (
          <Form className={auth.form} errors={errors} onSend={onSend} noValidate>
            {children}
          </Form>
        ) : (
          children
        )}
        {notice && (
          <p className={auth.notice} role="alert">
            {notice}
          </p>
        )}
        <p className={auth.other}>
          {goesOn ? (
            <Link to={paths.home}>{t('cart.browse')}</Link>
          ) : (
            <Link to={paths.signIn}>{t('reset.back')}</Link>
          )}
        </p>
      </section>
    </div>
  )
}
