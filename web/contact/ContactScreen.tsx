import { useShopConfig } from '#web/api/config.queries.ts'
import { leftToRight } from '#web/i18n/left-to-right.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Screen } from '#web/navigation/Screen.tsx'
import { createDraft, KeptDraft } from '#web/session/KeptDraft.tsx'
import { useSession } from '#web/session/useSession.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Field, Select } from '#web/ui/Field.tsx'
import { Form } from '#web/ui/Form.tsx'
import Mail from '#web/ui/icons/mail.svg?icon'
import MapPin from '#web/ui/icons/map-pin.svg?icon'
import Phone from '#web/ui/icons/phone.svg?icon'
import { Switch } from '#web/ui/Switch.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { showToast } from '#web/ui/toasts.ts'
import styles from './ContactScreen.module.css'
import { COUNTRY_CODES, mailAddress, splitName } from './contact-mail.ts'

// Kept after the message is sent, because the page does not know whether an email program opened.
const draft = createDraft('contact')

/** The contact form. Instead of sending a request, it opens the message in the visitor's own email program. */
export default function ContactScreen() {
  const t = useT()
  const pick = useLocalized()
  const contact = useShopConfig()?.contact
  const { user } = useSession()
  const [first, others] = splitName(user?.username ?? '')
  // Until the contact details load, the page looks as if all were available.
  const hasNoEmail = contact && !contact.email
  const hasNone = hasNoEmail && !contact.phone && !contact.address

  function onSend(form: FormData) {
    if (!contact?.email) return
    const name = `${form.get('firstName')} ${form.get('lastName')}`.trim()
    const lines = [
      [t('contact.firstName'), form.get('firstName')],
      [t('contact.lastName'), form.get('lastName')],
      [t('contact.company'), form.get('company')],
      [t('contact.email'), form.get('email')],
      [t('contact.phone'), form.get('phone') && `${form.get('country')} ${form.get('phone')}`],
    ] as const
    window.location.href = mailAddress({
      to: contact.email,
      subject: t('contact.subject', { name }),
      lines: lines.map(([label, value]) => [label, String(value)]),
      message: String(form.get('message')),
    })
    showToast(t('contact.opening', { email: leftToRight(contact.email) }), 'info')
  }

  return (
    <Screen title={t('contact.title')}>
      <p className={styles.lead}>{t(hasNoEmail ? 'contact.noEmail' : 'contact.lead')}</p>
      <div className={styles.columns}>
        {!hasNoEmail && (
          <Form
            // Fields keep their initial values, so they are remounted once the account is known.
            key={user?.id}
            className={cx('panel roomy', styles.form)}
            onSend={onSend}
            noValidate
          >
            <KeptDraft draft={draft} />
            <Field
              label={t('contact.firstName')}
              name="firstName"
              autoComplete="given-name"
              defaultValue={first}
            />
            <Field
              label={t('contact.lastName')}
              name="lastName"
              autoComplete="family-name"
              defaultValue={others}
            />
            <Field
              className={styles.wide}
              label={t('contact.company')}
              name="company"
              autoComplete="organization"
            />
            <Field
              className={styles.wide}
              label={t('contact.email')}
              name="email"
              type="email"
              defaultValue={user?.email}
              autoComplete="email"
              dir="ltr"
            />
            <div className={cx(styles.wide, styles.phone)}>
              <Select
                label={t('contact.country')}
                name="country"
                dir="ltr"
                options={COUNTRY_CODES.map((code) => ({ value: code, text: code }))}
              />
              <Field
                label={t('contact.phone')}
                name="phone"
                type="tel"
                autoComplete="tel-national"
                dir="ltr"
              />
            </div>
            <TextArea
              className={styles.wide}
              label={t('contact.message')}
              name="message"
              rows={5}
            />
            <div className={styles.wide}>
              <Switch label={t('contact.privacy')} name="privacy" />
            </div>
            <Button type="submit" className={styles.wide ?? ''}>
              {t('contact.submit')}
            </Button>
          </Form>
        )}
        {!hasNone && (
          <aside className={styles.direct} aria-labelledby="direct">
            <h2 id="direct" className={styles.heading}>
              {t('contact.direct')}
            </h2>
            {contact && (
              <ul className={styles.ways}>
                {contact.phone && (
                  <li>
                    <Phone size={20} aria-hidden />
                    <a href={`tel:${contact.phone.replaceAll(/[^+\d]/g, '')}`}>
                      <bdi dir="ltr">{contact.phone}</bdi>
                    </a>
                  </li>
                )}
                {contact.email && (
                  <li>
                    <Mail size={20} aria-hidden />
                    <a href={`mailto:${contact.email}`}>
                      <bdi dir="ltr">{contact.email}</bdi>
                    </a>
                  </li>
                )}
                {contact.address && (
                  <li>
                    <MapPin size={20} aria-hidden />
                    <bdi>{pick(contact, 'address')}</bdi>
                  </li>
                )}
              </ul>
            )}
          </aside>
        )}
      </div>
    </Screen>
  )
}
