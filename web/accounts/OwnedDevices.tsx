import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Device } from '#contract/fits.ts'
import { useAction } from '#web/api/useAction.ts'
import { devicesQuery, setDevice } from '#web/catalog/fits/fits.queries.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Link } from '#web/navigation/Link.tsx'
import { LoadState } from '#web/navigation/LoadState.tsx'
import { paths } from '#web/navigation/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Picture } from '#web/ui/Picture.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { showToast } from '#web/ui/toasts.ts'
import styles from './Devices.module.css'
import { toastFailure } from './failure-notice.ts'
import { Panel } from './Panel.tsx'

/** The devices that the user has added or bought; the shop shows which accessories fit them. */
export function OwnedDevices() {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  const query = useQuery(devicesQuery)
  return (
    <Panel id="devices" title={t('fits.owned')} lead={t('fits.ownedLead')} headingRef={heading}>
      <LoadState query={query} skeleton={<Skeleton block={76} radius={14} />} />
      {query.data?.length === 0 && <p className="quiet">{t('fits.noOwned')}</p>}
      {query.data && query.data.length > 0 && (
        <ul className={styles.list}>
          {query.data.map((device) => (
            <Owned key={device.id} device={device} onGone={() => heading.current?.focus()} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Owned({ device, onGone }: { device: Device; onGone: () => void }) {
  const t = useT()
  const name = useLocalized()(device, 'name')
  const [remove, removing] = useAction(async () => {
    await setDevice(device.id, false)
    showToast(t('fits.removed', { name }), 'success')
    onGone()
  }, toastFailure('fits.failed'))
  return (
    <li className={styles.device}>
      <span className={styles.icon} aria-hidden="true">
        <Picture src={device.profileImage} alt="" width={36} />
      </span>
      <div className={styles.words}>
        <p className={styles.name}>
          {device.is_sold ? <Link to={paths.product(device.id)}>{name}</Link> : name}
        </p>
        {device.bought && <p className={styles.facts}>{t('fits.bought')}</p>}
      </div>
      <Button
        variant="quiet"
        className={styles.end}
        busy={removing}
        aria-label={t('fits.removeLabel', { name })}
        onClick={remove}
      >
        {t('fits.remove')}
      </Button>
    </li>
  )
}
