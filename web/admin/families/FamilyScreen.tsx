import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import type { AdminFamily } from '#contract/admin/families.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { adminPaths } from '#web/navigation/admin-paths.ts'
import { attributes as attributeList } from '../attributes/attributes.queries.ts'
import { DetailPage } from '../parts/AdminPage.tsx'
import { ConfirmButton } from '../parts/ConfirmButton.tsx'
import { useMayWrite } from '../useMayWrite.ts'
import { FamilyForm } from './FamilyForm.tsx'
import { familyQuery, removeFamily } from './families.queries.ts'
import { NewMembersPanel } from './NewMembersPanel.tsx'

export default function FamilyScreen() {
  const t = useT()
  const pick = useLocalized()
  const mayWrite = useMayWrite()
  const asked = useParams().id ?? ''
  const isNew = asked === 'new'
  const query = useQuery({ ...familyQuery(Number(asked)), enabled: !isNew })
  const attributes = useQuery(attributeList.query)
  const family = query.data
  const name = family ? pick(family, 'name') : t(isNew ? 'admin.newFamily' : 'admin.family')
  return (
    <DetailPage
      title={name}
      list="families"
      query={isNew ? attributes : query}
      height={480}
      missing={t('admin.familyMissing')}
      actions={family && <Remove family={family} />}
    >
      {attributes.data && (isNew || family) && (
        <FamilyForm
          // Remounts the form after a save, so that it shows what the server stored.
          key={`${family?.id} ${family?.version} ${family?.products.length}`}
          family={family ?? null}
          attributes={attributes.data}
        />
      )}
      {mayWrite && attributes.data && family && family.products.length > 0 && (
        <NewMembersPanel family={family} attributes={attributes.data} />
      )}
    </DetailPage>
  )
}

function Remove({ family }: { family: AdminFamily }) {
  const t = useT()
  const pick = useLocalized()
  const navigate = useNavigate()
  return (
    <ConfirmButton
      variant="danger"
      title={t('admin.removeTitle', { name: pick(family, 'name') })}
      confirm={t('admin.deleteFamily')}
      danger
      act={async () => {
        await removeFamily(family.id)
        navigate(adminPaths.families, { replace: true })
      }}
    >
      {t('admin.deleteFamilyText')}
    </ConfirmButton>
  )
}
