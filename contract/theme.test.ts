import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { contrast, paletteOf, themeCss } from './theme.ts'

/** All sRGB colors in steps of 51 per channel, and colors typical of shops. */
const ACCENTS = [
  ...Array.from({ length: 216 }, (_, at) =>
    [at % 6, Math.floor(at / 6) % 6, Math.floor(at / 36)]
      .map((part) => (part * 51).toString(16).padStart(2, '0'))
      .join(''),
  ),
  '0b3b35',
  'c8102e',
  'ff6600',
  '7a1fa2',
  '1a73e8',
  'ffd400',
  '808080',
].map((digits) => `#${digits}`)

const TOKENS = await readFile('web/ui/tokens.css', 'utf8')
const tokensOf = (theme: 'light' | 'dark', names: string[]) =>
  names.map((name) => {
    const [, light = '', dark = ''] =
      new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(TOKENS) ?? []
    return theme === 'light' ? light : dark
  })
const ON_STORM = /--on-storm: (#\w+)/.exec(TOKENS)?.[1] ?? ''

it('measures contrast as WCAG does', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
  expect(contrast('#ff0000', '#ffffff')).toBeCloseTo(4, 2)
})

it('every color gives readable ones, in both themes', () => {
  for (const accent of ACCENTS) {
    const { storm, stormDeep, onStorm2, flash, onFlash, light, dark } = paletteOf(accent)
    const texts = [
      ...[ON_STORM, onStorm2, flash].flatMap((text) => [storm, stormDeep].map((on) => [text, on])),
      [onFlash, flash],
      ...[light, dark].flatMap(({ action, hover, on }) => [action, hover].map((of) => [on, of])),
    ] as [string, string][]
    for (const [text, on] of texts) {
      expect(contrast(text, on), `${accent}: ${text} on ${on}`).toBeGreaterThanOrEqual(4.5)
    }
    for (const theme of ['light', 'dark'] as const) {
      const { page, surface, well, action } = { light, dark }[theme]
      const inks = tokensOf(theme, ['ink', 'ink-2', 'error', 'success', 'copper', 'star'])
      for (const on of [page, surface, well]) {
        expect(contrast(action, on), `${accent} in ${theme}`).toBeGreaterThanOrEqual(3)
        const [ink = '', ink2 = ''] = inks
        expect(contrast(ink, on)).toBeGreaterThanOrEqual(7)
        expect(contrast(ink2, on)).toBeGreaterThanOrEqual(4.5)
      }
      for (const text of inks) expect(contrast(text, surface), text).toBeGreaterThanOrEqual(4.5)
    }
  }
})

it('leaves a color as it is where it can be read', () => {
  expect(paletteOf('#7a1fa2').light.action).toBe('#7a1fa2')
  expect(paletteOf('#c8102e').light.action).toBe('#c8102e')
  expect(paletteOf('#0b3b35').storm).toBe('#0b3b35')
  expect(paletteOf('#ffd400').flash).toBe('#ffd400')
  expect(paletteOf('#ffd400').light.action).not.toBe('#ffd400')
})

it('replaces what the page has, and nothing that it has not', () => {
  const names = [...themeCss('#c8102e').matchAll(/--[\w-]+(?=:)/g)].map(([name]) => name)
  expect(names.filter((name) => !TOKENS.includes(`${name}:`))).toEqual([])
})
