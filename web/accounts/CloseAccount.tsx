import { useState } from 'react'
import type { User } from '#contract/accounts.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { CloseAccountDialog } from './CloseAccountDialog.tsx'
import { Panel } from './Panel.tsx'

export function CloseAccount({ user }: { user: User }) {
  const t = useT()
  const [asking, setAsking] = useState(false)
  const isStaff = user.account_type === 'admin'
  const staffLead = user.role === 'owner' ? 'closing.owner' : 'closing.staff'

  return (
    <Panel id="closing" title={t('closing.title')} lead={t(isStaff ? staffLead : 'closing.lead')}>
      <Button variant="danger" disabled={isStaff} onClick={() => setAsking(true)}>
        {t('closing.begin')}
      </Button>
      {asking && <CloseAccountDialog onClose={() => setAsking(false)} />}
    </Panel>
  )
}
