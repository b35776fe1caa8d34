import { useEffect } from 'react'
import type { User } from '#contract/accounts.ts'
import { AddressBook } from './AddressBook.tsx'
import { CloseAccount } from './CloseAccount.tsx'
import { DataExportPanel } from './DataExportPanel.tsx'
import { Devices } from './Devices.tsx'
import { OwnedDevices } from './OwnedDevices.tsx'
import { SecondFactorPanel } from './second-factor/SecondFactorPanel.tsx'

export default function AccountMatters({ user }: { user: User }) {
  // Scrolls to the section named in the URL's hash, which was not rendered yet when the page loaded.
  useEffect(() => {
    const section = document.getElementById(window.location.hash.slice(1))
    section?.scrollIntoView()
    section?.querySelector('h2')?.focus({ preventScroll: true })
  }, [])
  return (
    <>
      <AddressBook />
      <OwnedDevices />
      <SecondFactorPanel />
      <Devices />
      <DataExportPanel />
      <CloseAccount user={user} />
    </>
  )
}
