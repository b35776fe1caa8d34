import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { LEGAL_PAGES, type LegalPage } from '#contract/legal.ts'
import { type Block, blocksOf } from '#contract/legal-text.ts'
import type { Locale } from '#contract/locale.ts'
import { formatDay } from '#web/i18n/format.ts'
import { useLocale, useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { LoadState } from '#web/navigation/LoadState.tsx'
import NotFoundScreen from '#web/navigation/NotFoundScreen.tsx'
import { paths } from '#web/navigation/paths.ts'
import { Screen } from '#web/navigation/Screen.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import SearchX from '#web/ui/icons/search-x.svg?icon'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import styles from './LegalScreen.module.css'
import { legalPageQuery } from './legal.queries.ts'

export default function LegalScreen() {
  const { page } = useParams()
  const known = LEGAL_PAGES.find((one) => one === page)
  return known ? <Written page={known} /> : <NotFoundScreen />
}

function Written({ page }: { page: LegalPage }) {
  const t = useT()
  const locale = useLocale()
  const query = useQuery(legalPageQuery(page))
  const shown = inOneLanguage(query.data, locale)
  return (
    <Screen title={t(`footer.${page}`)}>
      <LoadState
        query={query}
        skeleton={<Skeleton block={480} radius={14} />}
        refused={
          <EmptyState icon={<SearchX />} title={t('legal.missing')}>
            <Link to={paths.home} className={buttonClass()}>
              {t('notFound.home')}
            </Link>
          </EmptyState>
        }
      />
      {query.data && (
        <div className={styles.text}>
          <div lang={shown.locale} dir="auto">
            {blocksOf(shown.text).map((block, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes in parts
              <Part key={index} block={block} />
            ))}
          </div>
          <p className="quiet">
            {t('legal.updated', { date: formatDay(query.data.updated_at, locale) })}
          </p>
        </div>
      )}
    </Screen>
  )
}

/** The text in the reader's language, or in the only available language. */
function inOneLanguage(texts: { text: string; text_ar: string } | undefined, locale: Locale) {
  const { text = '', text_ar = '' } = texts ?? {}
  const isArabic = text === '' || (locale === 'ar' && text_ar !== '')
  return isArabic ? { locale: 'ar', text: text_ar } : { locale: 'en', text }
}

function Part({ block }: { block: Block }) {
  if (block.kind === 'list') {
    return (
      <ul dir="auto">
        {block.entries.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two entries may be the same
          <li key={index}>{entry}</li>
        ))}
      </ul>
    )
  }
  const Tag = block.kind === 'heading' ? 'h2' : 'p'
  return <Tag dir="auto">{block.text}</Tag>
}
