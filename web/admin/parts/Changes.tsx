import type { AuditName } from '#contract/admin/audit.ts'
import { AUDIT_FIELDS, type Audited } from '#contract/audit-kinds.ts'
import { EMAIL_KINDS } from '#contract/email-kinds.ts'
import { useT } from '#web/i18n/useI18n.ts'
import styles from './Changes.module.css'
import { changesOf } from './changes-of.ts'
import { useChangeText } from './useChangeText.ts'

/** The maximum number of fields shown without a click. */
const SHOWN_AT_ONCE = 3

interface ChangesProps {
  before: unknown
  after: unknown
  entity?: Audited
  /** Names of the entities whose ids are among the values. */
  names?: readonly AuditName[]
}

export function Changes({ before, after, entity = 'product', names }: ChangesProps) {
  const t = useT()
  const changes = changesOf(before, after, useChangeText(entity, names))
  const nameOf = (field: string) => {
    // The fields of this entity are kinds of emails, one of which has the name of an order's field.
    const email = entity === 'email' && EMAIL_KINDS.find((kind) => kind === field)
    if (email) return t(`admin.email.${email}`)
    const known = AUDIT_FIELDS[field]
    return known ? t(known.word) : field
  }
  if (changes.length === 0) return <span>–</span>
  const fields = (
    <dl className={styles.fields}>
      {changes.map(({ field, was, is }) => (
        <div key={field} className={styles.field}>
          <dt>
            <bdi>{nameOf(field)}</bdi>
          </dt>
          {was !== null && (
            <dd>
              <span className="visually-hidden">{t('admin.was')} </span>
              <del dir="auto">{was}</del>
            </dd>
          )}
          {is !== null && (
            <dd>
              <span className="visually-hidden">{t('admin.is')} </span>
              <ins dir="auto">{is}</ins>
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
  if (changes.length <= SHOWN_AT_ONCE) return fields
  return (
    <details className={styles.changes}>
      <summary className={styles.summary}>
        {changes.map(({ field }) => nameOf(field)).join(t('admin.comma'))}
      </summary>
      {fields}
    </details>
  )
}
