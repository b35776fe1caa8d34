import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Webhook, WebhookForm } from '#contract/admin/webhooks.ts'
import { LINK_MAX } from '#contract/limits.ts'
import { WEBHOOK_EVENTS, type WebhookEvent } from '#contract/webhook-events.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Field } from '#web/ui/Field.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { EntityDialog, type EntityFormProps } from '../parts/EntityDialog.tsx'
import { EntityList } from '../parts/EntityList.tsx'
import styles from '../parts/Form.module.css'
import { Deliveries } from './Deliveries.tsx'
import { EVENT_TEXTS } from './event-texts.ts'
import { createWebhook, webhooks } from './integrations.queries.ts'
import { ShownOnce } from './ShownOnce.tsx'

export function Webhooks() {
  const t = useT()
  const [secret, setSecret] = useState<string>()
  return (
    <>
      <EntityList
        title={t('admin.webhooks')}
        add={t('admin.newWebhook')}
        query={useQuery(webhooks.query)}
        nameOf={({ url }) => url}
        empty={t('admin.webhooksText')}
        switchedOn="usable"
        list={webhooks}
        removeText={t('admin.webhookRemoveText')}
        dialog={(form) => <WebhookDialog {...form} onCreated={setSecret} />}
      >
        {(webhook) => <Listed webhook={webhook} />}
      </EntityList>
      {secret && (
        <ShownOnce
          title={t('admin.webhookCreated')}
          label={t('admin.webhookSecret')}
          secret={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </>
  )
}

function Listed({ webhook: { id, url, events, failure } }: { webhook: Webhook }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles.thing}>
      <strong>
        <bdi dir="ltr">{url}</bdi>
      </strong>
      <span className="quiet">{events.map((event) => t(EVENT_TEXTS[event])).join(' · ')}</span>
      {failure && <Tag tone="bad">{t(`admin.webhookFailure.${failure}`)}</Tag>}
      <span>
        <Button
          variant="outline"
          aria-label={t('admin.deliveriesOf', { name: url })}
          onClick={() => setOpen(true)}
        >
          {t('admin.deliveries')}
        </Button>
      </span>
      {isOpen && <Deliveries webhookId={id} onClose={() => setOpen(false)} />}
    </div>
  )
}

interface WebhookDialogProps extends EntityFormProps<Webhook> {
  onCreated: (secret: string) => void
}

function WebhookDialog({ entity: webhook, onCreated, onClose }: WebhookDialogProps) {
  const t = useT()
  return (
    <EntityDialog
      title={t(webhook ? 'admin.editWebhook' : 'admin.newWebhook')}
      about="webhook"
      entity={webhook}
      list={{
        ...webhooks,
        save: async (entity, form: WebhookForm) =>
          entity ? webhooks.save(entity, form) : onCreated(await createWebhook(form)),
      }}
      read={({ text, all, isOn }) => ({
        url: text('url'),
        events: all('events') as WebhookEvent[],
        is_active: webhook ? isOn('is_active') : true,
      })}
      onClose={onClose}
    >
      <Field
        label={t('admin.webhookUrl')}
        hint={t('admin.webhookUrlHint')}
        name="url"
        type="url"
        dir="ltr"
        required
        maxLength={LINK_MAX}
        defaultValue={webhook?.url}
      />
      <fieldset className={cx(styles.choices, styles.lines)}>
        <legend>{t('admin.webhookEvents')}</legend>
        {WEBHOOK_EVENTS.map((event) => (
          <label key={event}>
            <input
              type="checkbox"
              name="events"
              value={event}
              defaultChecked={webhook ? webhook.events.includes(event) : true}
            />
            {t(EVENT_TEXTS[event])}
          </label>
        ))}
      </fieldset>
      {webhook && (
        <Switch label={t('admin.usable')} name="is_active" defaultChecked={webhook.is_active} />
      )}
    </EntityDialog>
  )
}
