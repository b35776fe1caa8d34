import type { ComponentProps, MouseEvent } from 'react'
import { useHref, useNavigate } from 'react-router'

type ClickEvent = Pick<MouseEvent, 'button' | 'metaKey' | 'altKey' | 'ctrlKey' | 'shiftKey'>

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: string
}

/** A link to another screen: a plain `<a>` that navigates without a page load on an ordinary click. */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const href = useHref(to)
  const navigate = useNavigate()

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (event.defaultPrevented || !isOrdinary(event)) return
    event.preventDefault()
    // Compares with the address bar, because useLocation lags behind while a page's code loads.
    const { pathname, search, hash } = window.location
    navigate(to, { replace: pathname + search + hash === href })
  }
  return <a {...rest} href={href} onClick={follow} />
}

/**
 * Whether a click follows the link in this tab: with a modifier key, it would open a new tab or window, or download.
 */
export function isOrdinary(event: ClickEvent): boolean {
  return event.button === 0 && !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey)
}
