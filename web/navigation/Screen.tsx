import type { ReactNode } from 'react'
import { SectionTitle } from '#web/ui/SectionTitle.tsx'
import { usePageTitle } from './usePageTitle.ts'

interface ScreenProps {
  /** The heading, and the title of the document where no other is given. */
  title: string
  documentTitle?: string
  /** What stands above the heading, as a breadcrumb does. */
  above?: ReactNode
  /** Links and buttons at the heading's end. */
  actions?: ReactNode
  children: ReactNode
}

/** A screen with its heading; its parts stand below one another. */
export function Screen({ title, documentTitle = title, above, actions, children }: ScreenProps) {
  usePageTitle(documentTitle)
  return (
    <div className="container screen">
      {above}
      <SectionTitle level="h1" actions={actions}>
        {title}
      </SectionTitle>
      {children}
    </div>
  )
}
