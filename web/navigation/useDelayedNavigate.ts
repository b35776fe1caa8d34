import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'

/** Navigates after a delay, unless the user has left the screen by then. */
export function useDelayedNavigate(): (to: string, milliseconds: number) => void {
  const navigate = useNavigate()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (to, milliseconds) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => navigate(to), milliseconds)
  }
}
