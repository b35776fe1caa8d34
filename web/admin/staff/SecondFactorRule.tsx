import { useQuery } from '@tanstack/react-query'
import type { StaffMember } from '#contract/admin/staff.ts'
import { secondFactorQuery } from '#web/accounts/second-factor.queries.ts'
import { useAction } from '#web/api/useAction.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { twoStepPath } from '#web/navigation/admin-paths.ts'
import { Link } from '#web/navigation/Link.tsx'
import { LoadState } from '#web/navigation/LoadState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { Panel } from '../parts/AdminPage.tsx'
import { ConfirmButton } from '../parts/ConfirmButton.tsx'
import { toastFailure } from '../parts/failure-text.ts'
import { requireSecondFactor, resetSecondFactor } from './staff.queries.ts'

/** The rule that all staff need a second factor. Only owners with a second factor of their own can turn it on. */
export function SecondFactorRule() {
  const t = useT()
  const query = useQuery(secondFactorQuery)
  const state = query.data
  const [save, saving] = useAction(requireSecondFactor, toastFailure())
  return (
    <Panel title={t('secondFactor.title')}>
      <LoadState query={query} skeleton={<Skeleton block={80} radius={8} />} />
      {state && (
        <>
          <Switch
            label={t('admin.secondFactorRequired')}
            checked={state.is_required}
            disabled={saving || (!state.is_on && !state.is_required)}
            onChange={(event) => save(event.currentTarget.checked)}
          />
          <p className="quiet">
            {t('admin.secondFactorRequiredText')}{' '}
            {!state.is_on && <Link to={twoStepPath}>{t('admin.ownSecondFactor')}</Link>}
          </p>
        </>
      )}
    </Panel>
  )
}

/** Turns off a member's second factor, for example after they have lost their phone. */
export function ResetSecondFactor({ member: { id, name } }: { member: StaffMember }) {
  const t = useT()
  const title = t('admin.resetSecondFactorOf', { name })
  return (
    <ConfirmButton
      variant="outline"
      label={title}
      title={title}
      confirm={t('admin.resetSecondFactor')}
      danger
      saysReason
      act={() => resetSecondFactor(id)}
    >
      <p>{t('admin.resetSecondFactorText')}</p>
    </ConfirmButton>
  )
}
