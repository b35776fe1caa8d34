import type { User } from '#contract/accounts.ts'
import { PROFILE_FIELD_MAX, USERNAME_MAX } from '#contract/limits.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { paths } from '#web/navigation/paths.ts'
import { PasswordField } from '#web/session/PasswordField.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Field } from '#web/ui/Field.tsx'
import { Form } from '#web/ui/Form.tsx'
import CircleCheck from '#web/ui/icons/circle-check.svg?icon'
import { EmailField } from './EmailField.tsx'
import styles from './ProfileForm.module.css'
import { useProfileForm } from './useProfileForm.ts'

export function ProfileForm({ user }: { user: User }) {
  const t = useT()
  const state = useProfileForm(user)

  const text = (name: 'phone' | 'country' | 'city', autoComplete: string) => (
    <Field
      label={t(`profile.${name}`)}
      autoComplete={autoComplete}
      maxLength={PROFILE_FIELD_MAX}
      {...state.field(name)}
    />
  )

  return (
    <Form
      id="details"
      className={cx('panel roomy', styles.form)}
      errors={state.errors}
      onSend={state.onSend}
      onInput={state.onInput}
    >
      <h2 className={styles.title}>{t('profile.details')}</h2>
      <Field
        label={t('profile.username')}
        required
        autoComplete="nickname"
        maxLength={USERNAME_MAX}
        {...state.field('username')}
      />
      <EmailField
        // Resets the field when a new email is confirmed in another window.
        key={user.email}
        label={t('profile.email')}
        required
        autoComplete="email"
        defaultValue={user.email}
      />
      <div className={styles.password}>
        <PasswordField
          label={t('profile.password')}
          name="password"
          autoComplete="new-password"
          hint={t('profile.passwordHint')}
        />
        <Link to={paths.passwordReset}>{t('auth.forgot')}</Link>
      </div>
      {(state.changesSignIn || state.errors.current_password) && (
        <PasswordField
          label={t('profile.currentPassword')}
          name="current_password"
          autoComplete="current-password"
          hint={t('profile.currentPasswordHint')}
          className={styles.whole}
        />
      )}
      {text('phone', 'tel')}
      {text('country', 'country-name')}
      {text('city', 'address-level2')}
      <div className={styles.foot}>
        <Button type="submit" busy={state.saving}>
          {t('profile.update')}
        </Button>
        <p className={styles.saved} role="status">
          {state.saved && (
            <>
              <CircleCheck size={20} aria-hidden />
              <span className={styles.word}>{t('profile.saved')}</span>
              {state.confirmation && <span dir="auto">{state.confirmation}</span>}
            </>
          )}
        </p>
      </div>
    </Form>
  )
}
