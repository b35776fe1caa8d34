import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { EMAIL_KINDS, type EmailKind } from '#contract/email-kinds.ts'
import { LOCALES, type Locale } from '#contract/locale.ts'
import { useLocale, useT } from '#web/i18n/useI18n.ts'
import { LoadState } from '#web/navigation/LoadState.tsx'
import NotFoundScreen from '#web/navigation/NotFoundScreen.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import SearchX from '#web/ui/icons/search-x.svg?icon'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { AdminPage, Panel } from '../parts/AdminPage.tsx'
import { Choice, FilterBar } from '../parts/Filters.tsx'
import { oneOf } from '../parts/useFilters.ts'
import styles from './EmailsScreen.module.css'
import { emailsQuery, previewPage, previewQuery } from './emails.queries.ts'
import { SentSwitch } from './SentSwitch.tsx'

export default function EmailScreen() {
  const kind = oneOf(EMAIL_KINDS, useParams().kind ?? '')
  return kind ? <OneEmail kind={kind} /> : <NotFoundScreen />
}

function OneEmail({ kind }: { kind: EmailKind }) {
  const t = useT()
  const { data } = useQuery(emailsQuery)
  const email = data?.emails.find((one) => one.kind === kind)
  const name = t(`admin.email.${kind}`)
  return (
    <AdminPage
      title={name}
      list="emails"
      actions={email && <SentSwitch email={email} />}
      lead={t('admin.emailSample')}
    >
      <Preview kind={kind} />
    </AdminPage>
  )
}

const VIEWS = ['html', 'text'] as const

function Preview({ kind }: { kind: EmailKind }) {
  const t = useT()
  const [locale, setLocale] = useState<Locale>(useLocale())
  const [view, setView] = useState<(typeof VIEWS)[number]>('html')
  const query = useQuery(previewQuery(kind, locale))
  const { data } = query
  return (
    <>
      <FilterBar>
        <Choice
          label={t('header.language')}
          value={locale}
          options={LOCALES.map(({ code, name }) => ({ value: code, text: name }))}
          onChoose={(code) => setLocale(LOCALES.find((one) => one.code === code)?.code ?? locale)}
        />
      </FilterBar>
      <LoadState
        query={query}
        skeleton={<Skeleton block={480} radius={14} />}
        refused={<EmptyState icon={<SearchX />} title={t('admin.gone')} />}
      />
      {data && (
        <Panel title={data.subject}>
          <Tabs
            label={t('admin.emailView')}
            tabs={VIEWS.map((id) => ({ id, label: t(`admin.emailView.${id}`) }))}
            selected={view}
            onSelect={setView}
          >
            {view === 'text' ? (
              <pre className={styles.text} lang={locale} dir="auto">
                {data.text}
              </pre>
            ) : (
              // Fully sandboxed: the email cannot run scripts, open windows or submit forms.
              <iframe
                className={styles.frame}
                sandbox=""
                title={data.subject}
                src={previewPage(kind, locale)}
              />
            )}
          </Tabs>
        </Panel>
      )}
    </>
  )
}
