import type { User } from '#contract/accounts.ts'
import { CloseAccount } from './CloseAccount.tsx'
import { Devices } from './Devices.tsx'
import { OwnDataPanel } from './OwnDataPanel.tsx'

/** What a customer can do about the account beside its details; fetched after them. */
export default function AccountMatters({ user }: { user: User }) {
  return (
    <>
      <Devices />
      <OwnDataPanel />
      <CloseAccount user={user} />
    </>
  )
}
