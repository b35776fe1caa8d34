import { useT } from '#web/i18n/useI18n.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import Compass from '#web/ui/icons/compass.svg?icon'
import { CategoryLinks } from './CategoryLinks.tsx'
import { Link } from './Link.tsx'
import { paths } from './paths.ts'
import { usePageTitle } from './usePageTitle.ts'

export default function NotFoundScreen() {
  const t = useT()
  usePageTitle(t('notFound.title'))
  return (
    <div className="container">
      <h1 className="visually-hidden">{t('notFound.title')}</h1>
      <EmptyState icon={<Compass />} title={t('notFound.title')} text={t('notFound.text')}>
        <Link to={paths.home} className={buttonClass()}>
          {t('notFound.home')}
        </Link>
        <CategoryLinks />
      </EmptyState>
    </div>
  )
}
