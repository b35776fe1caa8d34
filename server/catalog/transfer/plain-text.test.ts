import { expect, it } from 'vitest'
import { toMarkup, toText } from './plain-text.ts'

it.for([
  [
    '<p>Soft case.<br>\nFits <b>Nova</b> &amp; Pro</p>\n<ul><li>One</li><li>Two</li></ul>',
    'Soft case.\nFits Nova & Pro\nOne\nTwo',
  ],
  [
    'Line one\nLine two<br />Caf&eacute; &#8211; &#xe9;&nbsp;more',
    'Line one\nLine two\nCafé – é more',
  ],
  ['<div class="a"><a href=x>Link</a></div><!-- no --><style>p { a: b }</style>', 'Link'],
  ['<td>One</td><td>Two</td>', 'One Two'],
  ['Bang &amp; Olufsen', 'Bang & Olufsen'],
  ['&lt;b&gt;', '<b>'],
  ['&Ccedil;&ntilde;&uuml;&quot;&hellip;', 'Çñü"…'],
] as const)('reads %s as text', ([markup, text]) => {
  expect(toText(markup)).toBe(text)
})

it.for([
  'Weight < 500 g & > 100 g',
  'a <b or c> d',
  'AT&T; R&D; &unknown; &#0; &#xd800;',
  'x <y> z',
  'two\n\nparagraphs',
])('leaves %s as it is', (text) => {
  expect(toText(text)).toBe(text)
})

it.for(['a <b>bold</b> &amp;\n\n&lt;', '<p>\n\n<p>', 'R&amp;D', ' & '])(
  'writes %s so that it is read again',
  (text) => {
    expect(toText(toMarkup(text))).toBe(text)
  },
)

it('of many tags that nothing closes costs no more than its length', () => {
  // A pattern that searched the rest of the text for each tag would exceed the test's time limit.
  for (const part of ['<p a=', '<script>', '<!--', '<a'.repeat(9), '&#', '<p ===='])
    toText(part.repeat(100_000))
})
