/**
 * Replaces lucide-react's own `createLucideIcon`, see vite.config.ts: the drawings are lucide's,
 * but its wrapper has 2 kB of options that the shop does not use.
 */
import { type ComponentProps, createElement } from 'react'

interface Drawing {
  node: [tag: string, attributes: Record<string, string>][]
}

interface IconProps extends ComponentProps<'svg'> {
  size?: number
}

export default function createLucideIcon({ node }: Drawing) {
  return function Icon({ size = 24, ...rest }: IconProps) {
    return createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...rest,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
  }
}
