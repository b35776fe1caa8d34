import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { Customer, getCustomer } from '#contract/admin/customers.ts'
import { countryText } from '#contract/countries.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { useLocale, useT } from '#web/i18n/useI18n.ts'
import { showToast } from '#web/ui/toasts.ts'
import { OrdersTable } from '../orders/OrdersTable.tsx'
import { DetailPage, Panel } from '../parts/AdminPage.tsx'
import { ConfirmButton } from '../parts/ConfirmButton.tsx'
import { DescriptionList } from '../parts/DescriptionList.tsx'
import { EmailLink } from '../parts/EmailLink.tsx'
import { formatCount } from '../parts/format-count.ts'
import { Money } from '../parts/Money.tsx'
import { Notice } from '../parts/Notice.tsx'
import { useShopTime } from '../parts/shop-time.ts'
import { ViewOnly } from '../parts/ViewOnly.tsx'
import { ChangedArea } from '../useMayWrite.ts'
import { customerQuery, setDisabled } from './customers.queries.ts'

export default function CustomerScreen() {
  const t = useT()
  const id = Number(useParams().id)
  const query = useQuery(customerQuery(id))
  const { data } = query
  const name = data?.data.username ?? t('admin.customer')

  return (
    <DetailPage
      title={name}
      list="customers"
      query={query}
      height={360}
      missing={t('admin.customerMissing')}
      actions={
        data && (
          <ChangedArea value="customers">
            <Lock customer={data.data} />
          </ChangedArea>
        )
      }
    >
      {data && <Parts reply={data} />}
    </DetailPage>
  )
}

function Parts({ reply: { data, orders, sessions } }: { reply: ReplyOf<typeof getCustomer> }) {
  const t = useT()
  const locale = useLocale()
  const dateTime = useShopTime()
  return (
    <>
      {data.disabled_at && (
        <Notice>{t('admin.disabledSince', { date: dateTime(data.disabled_at) })}</Notice>
      )}
      <Panel title={t('admin.about')} actions={<ViewOnly area="customers" />}>
        <DescriptionList
          facts={[
            {
              name: t('profile.email'),
              value: <EmailLink email={data.email} />,
            },
            { name: t('profile.phone'), value: data.phone && <bdi dir="ltr">{data.phone}</bdi> },
            { name: t('profile.city'), value: data.city },
            {
              name: t('profile.country'),
              value: data.country && countryText(data.country, locale),
            },
            { name: t('admin.since'), value: dateTime(data.created_at) },
            { name: t('admin.orders'), value: formatCount(data.orders) },
            { name: t('admin.spend'), value: <Money amount={data.spend} /> },
            { name: t('admin.sessions'), value: formatCount(sessions) },
          ]}
        />
      </Panel>
      <Panel title={t('admin.latestOrders')} actions={<ViewOnly area="orders" />}>
        {orders.length === 0 ? (
          <p>{t('admin.noOrders')}</p>
        ) : (
          <ChangedArea value="orders">
            <OrdersTable orders={orders} withCustomer={false} />
          </ChangedArea>
        )}
      </Panel>
    </>
  )
}

/** Locks or unlocks the account. Both actions need confirmation, because they affect another person. */
function Lock({ customer }: { customer: Customer }) {
  const t = useT()
  const disabling = customer.disabled_at === null
  const name = customer.username
  return (
    <ConfirmButton
      variant={disabling ? 'danger' : 'outline'}
      title={t(disabling ? 'admin.disableTitle' : 'admin.enableTitle', { name })}
      confirm={t(disabling ? 'admin.disable' : 'admin.enable')}
      danger={disabling}
      act={async () => {
        await setDisabled(customer.id, disabling)
        showToast(t(disabling ? 'admin.wasDisabled' : 'admin.wasEnabled', { name }), 'success')
      }}
    >
      <p>{t(disabling ? 'admin.disableText' : 'admin.enableText')}</p>
    </ConfirmButton>
  )
}
