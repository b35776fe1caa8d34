import type { ComponentProps, MouseEvent } from 'react'
import { createPath, useHref, useLocation, useNavigate } from 'react-router'

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** An address of `paths`. */
  to: string
}

/** A link to another screen: a plain `<a>` whose ordinary click does not reload the page. */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const href = useHref(to)
  const navigate = useNavigate()
  const location = useLocation()

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    if (event.defaultPrevented || !isOrdinary(event)) return
    event.preventDefault()
    navigate(to, { replace: createPath(location) === href })
  }
  return <a {...rest} href={href} onClick={follow} />
}

/** Whether the click is not for a new tab, a new window or a download. */
export function isOrdinary(event: MouseEvent): boolean {
  return event.button === 0 && !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey)
}
