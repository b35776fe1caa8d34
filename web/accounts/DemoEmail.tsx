import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { languageOf } from '#contract/locale.ts'
import { useDateTime } from '#web/i18n/useDateTime.ts'
import { useLocale, useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { paths } from '#web/navigation/paths.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import ArrowLeft from '#web/ui/icons/arrow-left.svg?icon'
import MailX from '#web/ui/icons/mail-x.svg?icon'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './DemoEmail.module.css'
import { demoMailQuery, languageOfMail } from './demo-mails.queries.ts'

/**
 * Shows one email as plain text, so that markup in a name or subject never executes and the content security policy
 * need not be loosened.
 */
export function DemoEmail({ id }: { id: string }) {
  const t = useT()
  const dateTime = useDateTime()
  const locale = useLocale()
  const heading = useRef<HTMLHeadingElement>(null)
  const { data: mail, isError } = useQuery(demoMailQuery(id))
  const hasArrived = mail !== undefined
  useEffect(() => {
    if (hasArrived) heading.current?.focus()
  }, [hasArrived])

  return (
    <div className={styles.side}>
      <Link to={paths.demoMails} className={styles.back}>
        <ArrowLeft size={18} className="mirrored" aria-hidden />
        {t('mails.back')}
      </Link>
      {isError && <EmptyState icon={<MailX />} title={t('mails.gone')} />}
      {!mail && !isError && <Skeleton block={360} radius={16} />}
      {mail && (
        <article className={cx('panel roomy', styles.email)} dir="auto" lang={languageOfMail(mail)}>
          <header className={styles.head}>
            <h2 ref={heading} tabIndex={-1} className={styles.subject}>
              {mail.subject}
            </h2>
            <p className={styles.facts} dir={languageOf(locale).dir} lang={locale}>
              <span>
                {t('mails.to')} <bdi>{mail.to}</bdi>
              </span>
              <time dateTime={mail.sent_at}>{dateTime(mail.sent_at)}</time>
            </p>
          </header>
          {mail.text
            .trim()
            .split(/\n{2,}/)
            .map((paragraph, place) => {
              const to = pathIn(paragraph)
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: two paragraphs may be the same
                <p key={place}>
                  {to ? (
                    <Link to={to} className={buttonClass()}>
                      {t('mails.open')}
                    </Link>
                  ) : (
                    paragraph.split(/(https?:\/\/\S+)/).map(linked)
                  )}
                </p>
              )
            })}
        </article>
      )}
    </div>
  )
}

/** Renders a URL as a link if it leads to the shop, and as text otherwise. Parts at odd indices are URLs. */
function linked(part: string, index: number) {
  if (index % 2 === 0 || !URL.canParse(part)) return part
  const isOwn = ['localhost', window.location.hostname].includes(new URL(part).hostname)
  const to = isOwn && pathIn(part)
  return <bdi key={index}>{to ? <Link to={to}>{part}</Link> : part}</bdi>
}

/**
 * The path, query and hash of a line that is only a URL; null for any other line, and for a path starting with `//`,
 * which would lead to another site. The origin is dropped because the configured one may differ from the origin in the
 * address bar.
 */
function pathIn(line: string): string | null {
  if (!/^https?:\/\/\S+$/.test(line) || !URL.canParse(line)) return null
  const { pathname, search, hash } = new URL(line)
  return pathname.startsWith('//') ? null : pathname + search + hash
}
