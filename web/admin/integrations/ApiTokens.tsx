import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { USERNAME_MAX } from '#contract/limits.ts'
import { TOKEN_ROLES, type TokenRole } from '#contract/roles.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { LoadState } from '#web/navigation/LoadState.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field, Select } from '#web/ui/Field.tsx'
import Plus from '#web/ui/icons/plus.svg?icon'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Panel } from '../parts/AdminPage.tsx'
import { CheckedForm } from '../parts/CheckedForm.tsx'
import { ConfirmButton } from '../parts/ConfirmButton.tsx'
import { DataTable } from '../parts/DataTable.tsx'
import styles from '../parts/Form.module.css'
import { FormEnd } from '../parts/FormEnd.tsx'
import { useShopDay } from '../parts/shop-time.ts'
import { useEntityForm } from '../parts/useEntityForm.ts'
import { When } from '../parts/When.tsx'
import { useMayWrite } from '../useMayWrite.ts'
import { apiTokensQuery, createApiToken, revokeApiToken } from './integrations.queries.ts'
import { ShownOnce } from './ShownOnce.tsx'

/** The open dialog: none, create a token, or show the new token once. */
type Asking = null | { create: true } | { created: string }

export function ApiTokens() {
  const t = useT()
  const day = useShopDay()
  const mayWrite = useMayWrite()
  const query = useQuery(apiTokensQuery)
  const [asking, setAsking] = useState<Asking>(null)
  const close = () => setAsking(null)
  return (
    <Panel
      title={t('admin.apiTokens')}
      actions={
        mayWrite && (
          <Button variant="outline" onClick={() => setAsking({ create: true })}>
            <Plus size={18} aria-hidden />
            {t('admin.newApiToken')}
          </Button>
        )
      }
    >
      <p className="quiet">
        {t('admin.apiTokensText')} <a href="/api/docs">{t('admin.apiDocs')}</a>
      </p>
      <LoadState query={query} skeleton={<Skeleton block={120} radius={8} />} />
      {query.data && query.data.length > 0 && (
        <DataTable
          caption={t('admin.apiTokens')}
          rows={query.data}
          rowKey={({ id }) => id}
          columns={[
            {
              head: t('admin.apiToken'),
              alone: true,
              cell: ({ name, role }) => (
                <div className={styles.thing}>
                  <strong>
                    <bdi>{name}</bdi>
                  </strong>
                  <span className="quiet">{t(`admin.tokenRole.${role}`)}</span>
                </div>
              ),
            },
            {
              head: t('order.created'),
              plain: true,
              cell: ({ created_at, created_by }) => (
                <div className={styles.thing}>
                  {day(created_at)}
                  <span className="quiet">
                    <bdi>{created_by}</bdi>
                  </span>
                </div>
              ),
            },
            {
              head: t('admin.lastUsed'),
              cell: ({ last_used_at: at }) => (at ? <When at={at} /> : t('admin.neverUsed')),
            },
            {
              head: t('admin.actions'),
              buttons: true,
              cell: ({ id, name }) => (
                <ConfirmButton
                  variant="outline"
                  label={t('admin.revokeApiTokenOf', { name })}
                  title={t('admin.revokeApiTokenOf', { name })}
                  confirm={t('admin.revoke')}
                  danger
                  act={() => revokeApiToken(id)}
                >
                  <p>{t('admin.revokeApiTokenText')}</p>
                </ConfirmButton>
              ),
            },
          ]}
        />
      )}
      {asking && 'create' in asking && (
        <NewToken onCreated={(created) => setAsking({ created })} onClose={close} />
      )}
      {asking && 'created' in asking && (
        <ShownOnce
          title={t('admin.apiTokenCreated')}
          label={t('admin.apiToken')}
          secret={asking.created}
          onClose={close}
        />
      )}
    </Panel>
  )
}

interface NewTokenProps {
  onCreated: (token: string) => void
  onClose: () => void
}

function NewToken({ onCreated, onClose }: NewTokenProps) {
  const t = useT()
  const { form, failure, sending } = useEntityForm(
    async ({ text }) =>
      onCreated(await createApiToken({ name: text('name'), role: text('role') as TokenRole })),
    { saved: t('admin.apiTokenCreated') },
  )
  return (
    <Dialog title={t('admin.newApiToken')} closeLabel={t('common.close')} onClose={onClose}>
      <CheckedForm {...form} className={styles.form}>
        <Field
          label={t('admin.name')}
          hint={t('admin.apiTokenNameHint')}
          name="name"
          required
          maxLength={USERNAME_MAX}
        />
        <Select
          label={t('admin.role')}
          name="role"
          defaultValue="reader"
          options={TOKEN_ROLES.map((role) => ({ value: role, text: t(`admin.tokenRole.${role}`) }))}
        />
        <FormEnd failure={failure} sending={sending} wide>
          {t('admin.createApiToken')}
        </FormEnd>
      </CheckedForm>
    </Dialog>
  )
}
