import { type ComponentProps, createElement, type ReactElement } from 'react'

interface IconProps extends ComponentProps<'svg'> {
  /** Width and height in CSS pixels. */
  size?: number
}

/**
 * A component for one of the icons in `icons/`. To add one, copy the shapes inside of its `<svg>` from
 * lucide.dev: the whole package is 51 MB, and its wrapper is larger than this.
 *
 * @param shapes on lucide's grid of 24 by 24.
 */
export function icon(...shapes: readonly ReactElement[]) {
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
      ...shapes,
    )
  }
}
