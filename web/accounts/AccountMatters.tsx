import type { User } from '#contract/accounts.ts'
import { CloseAccount } from './CloseAccount.tsx'
import { DataExportPanel } from './DataExportPanel.tsx'
import { Devices } from './Devices.tsx'

/** What a customer can do about the account beside its details; fetched after them. */
export default function AccountMatters({ user }: { user: User }) {
  return (
    <>
      <Devices />
      <DataExportPanel />
      <CloseAccount user={user} />
    </>
  )
}
