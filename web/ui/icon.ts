import { type ComponentProps, createElement } from 'react'

interface IconProps extends ComponentProps<'svg'> {
  size?: number
}

/**
 * Creates a component for an icon in `icons/`. The icons come from lucide: to add one, save its file from lucide.dev.
 * The whole package is 51 MB, and its wrapper is larger than this function.
 *
 * @param shapes the icon's shapes on lucide's grid of 24 by 24, read from the file by scripts/build/icons.ts.
 */
export function icon(...shapes: readonly [name: string, attributes: object][]) {
  const drawn = shapes.map(([name, attributes]) => createElement(name, attributes))
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
      ...drawn,
    )
  }
}
