import type { AuditName } from '#contract/admin/audit.ts'
import type { Audited } from '#contract/audit-kinds.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Changes } from './Changes.tsx'
import styles from './Form.module.css'
import type { MergedEdits } from './merge-edits.ts'
import { Notice } from './Notice.tsx'

interface ConflictProps {
  /** The conflicting values, keyed by the audit log's field names. */
  edits: Pick<MergedEdits<never>, 'theirs' | 'mine'> & { names?: readonly AuditName[] }
  about: Audited
  /** Replaces the user's input with what the other person saved. */
  onDiscard: () => void
  discarding?: boolean
  overwriting: boolean
}

/**
 * Shows the changes that two people made to the same entry, and asks whose to keep. The button that keeps the user's
 * changes sends the form again.
 */
export function Conflict(props: ConflictProps) {
  const { edits, about, onDiscard, discarding = false, overwriting } = props
  const t = useT()
  return (
    <Notice bad>
      <strong>{t('admin.conflictTitle')}</strong>
      {t('admin.conflict')}
      {Object.keys(edits.mine).length > 0 ? (
        <>
          <p>{t('admin.conflictBoth')}</p>
          <Changes
            before={edits.theirs}
            after={edits.mine}
            entity={about}
            {...(edits.names && { names: edits.names })}
          />
        </>
      ) : (
        <p>{t('admin.conflictNone')}</p>
      )}
      <div className={styles.choices}>
        <Button variant="outline" busy={discarding} onClick={onDiscard}>
          {t('admin.conflictRead')}
        </Button>
        <Button
          variant="danger"
          busy={overwriting}
          onClick={({ currentTarget }) => currentTarget.form?.requestSubmit()}
        >
          {t('admin.conflictOverwrite')}
        </Button>
      </div>
    </Notice>
  )
}
