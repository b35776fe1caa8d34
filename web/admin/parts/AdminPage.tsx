import type { ComponentProps, ReactNode } from 'react'
import { hasFailed } from '#web/api/load-state.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { adminPaths } from '#web/navigation/admin-paths.ts'
import { Breadcrumb } from '#web/navigation/Breadcrumb.tsx'
import { LoadState } from '#web/navigation/LoadState.tsx'
import { usePageTitle } from '#web/navigation/usePageTitle.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import SearchX from '#web/ui/icons/search-x.svg?icon'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './AdminPage.module.css'
import { ViewOnly } from './ViewOnly.tsx'

type Query = ComponentProps<typeof LoadState>['query']

interface AdminPageProps {
  title: string
  /** The list that the breadcrumb leads back to, for a screen that is not in the menu. */
  list?: 'orders' | 'products' | 'families' | 'customers' | 'invoices' | 'emails'
  here?: string
  actions?: ReactNode
  lead?: ReactNode
  /**
   * The panels' queries. The panels appear once all queries have loaded or failed, so that the layout does not shift.
   */
  queries?: readonly Query[]
  children: ReactNode
}

/** The height in pixels of the skeleton for all panels: enough to keep what follows it below the fold of any window. */
const SCREEN_HEIGHT = 1600

export function AdminPage(props: AdminPageProps) {
  const { title, list, here = title, actions, lead, queries = [], children } = props
  const isLoading = queries.some((query) => query.isPending && !hasFailed(query))
  const t = useT()
  usePageTitle(title)
  return (
    <div className="screen">
      {list && (
        <Breadcrumb way={[{ to: adminPaths[list], name: t(`admin.${list}`) }]} here={here} />
      )}
      <header className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        <ViewOnly />
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {lead && <p className={styles.lead}>{lead}</p>}
      {isLoading ? <Skeleton block={SCREEN_HEIGHT} radius={14} /> : children}
    </div>
  )
}

interface DetailPageProps extends AdminPageProps {
  query: Query
  /** The height of the content in pixels while it loads. */
  height: number
  /** The message for an unknown id. */
  missing: string
}

export function DetailPage({ query, height, missing, children, ...page }: DetailPageProps) {
  return (
    <AdminPage {...page}>
      <LoadState
        query={query}
        skeleton={<Skeleton block={height} radius={14} />}
        refused={<EmptyState icon={<SearchX />} title={missing} />}
      />
      {children}
    </AdminPage>
  )
}

interface PanelProps {
  /** Omitted for a screen's only panel. */
  title?: string
  actions?: ReactNode
  children: ReactNode
  className?: string | undefined
}

export function Panel({ title, actions, children, className }: PanelProps) {
  return (
    <section className={`${styles.panel} ${className ?? ''}`}>
      {title && (
        <header className={styles.panelHead}>
          <h2 className={styles.panelTitle}>{title}</h2>
          {actions}
        </header>
      )}
      {children}
    </section>
  )
}
