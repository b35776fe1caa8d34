import { useQuery } from '@tanstack/react-query'
import type { WebhookDelivery } from '#contract/admin/webhooks.ts'
import { useAction } from '#web/api/useAction.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { LoadState } from '#web/navigation/LoadState.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Tag, type Tone } from '#web/ui/Tag.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { DataTable } from '../parts/DataTable.tsx'
import { toastFailure } from '../parts/failure-text.ts'
import { When } from '../parts/When.tsx'
import { EVENT_TEXTS } from './event-texts.ts'
import { deliveriesQuery, redeliver } from './integrations.queries.ts'

const TONES = { delivered: 'good', waiting: 'warn', failed: 'bad' } satisfies Record<string, Tone>

function stateOf({ delivered_at, next_at }: WebhookDelivery): keyof typeof TONES {
  if (delivered_at) return 'delivered'
  return next_at ? 'waiting' : 'failed'
}

interface DeliveriesProps {
  webhookId: number
  onClose: () => void
}

export function Deliveries({ webhookId, onClose }: DeliveriesProps) {
  const t = useT()
  const query = useQuery(deliveriesQuery(webhookId))
  const [send, sending] = useAction(async (id: number) => {
    await redeliver(webhookId, id)
    showToast(t('admin.sentAgain'), 'success')
  }, toastFailure())
  return (
    <Dialog title={t('admin.deliveries')} closeLabel={t('common.close')} onClose={onClose}>
      <LoadState query={query} skeleton={<Skeleton block={240} radius={8} />} />
      {query.data?.length === 0 && <p className="quiet">{t('admin.noDeliveries')}</p>}
      {query.data && query.data.length > 0 && (
        <DataTable
          caption={t('admin.deliveries')}
          rows={query.data}
          rowKey={({ id }) => id}
          busy={sending}
          columns={[
            {
              head: t('admin.webhookEvent'),
              alone: true,
              cell: ({ event, about }) => (
                <>
                  {t(EVENT_TEXTS[event])} <bdi dir="ltr">#{about}</bdi>
                </>
              ),
            },
            { head: t('admin.when'), plain: true, cell: ({ at }) => <When at={at} /> },
            {
              head: t('order.status'),
              corner: true,
              cell: (delivery) => {
                const state = stateOf(delivery)
                return (
                  <>
                    <Tag tone={TONES[state]}>{t(`admin.delivery.${state}`)}</Tag>{' '}
                    <bdi dir="ltr">{delivery.status ?? delivery.error}</bdi>
                  </>
                )
              },
            },
            { head: t('admin.attempts'), figures: true, cell: ({ attempts }) => attempts },
            {
              head: t('admin.nextAttempt'),
              cell: ({ next_at }) => (next_at ? <When at={next_at} /> : '–'),
            },
            {
              head: t('admin.actions'),
              buttons: true,
              cell: ({ id, event, about }) => (
                <Button
                  variant="outline"
                  aria-label={t('admin.sendAgainNamed', {
                    name: `${t(EVENT_TEXTS[event])} #${about}`,
                  })}
                  // Not `disabled`, which would remove focus from the button.
                  aria-disabled={sending}
                  onClick={() => send(id)}
                >
                  {t('admin.sendAgain')}
                </Button>
              ),
            },
          ]}
        />
      )}
    </Dialog>
  )
}
