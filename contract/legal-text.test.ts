import { expect, it } from 'vitest'
import { blocksOf } from './legal-text.ts'

it('reads headings, paragraphs and lists', () => {
  expect(
    blocksOf(
      '# Who we are\r\nBarq Ltd\r\nDubai\n\nWe keep:\n- names\n-  orders\n\n- more\n## Rights\n#no',
    ),
  ).toEqual([
    { kind: 'heading', text: 'Who we are' },
    { kind: 'paragraph', text: 'Barq Ltd\nDubai' },
    { kind: 'paragraph', text: 'We keep:' },
    { kind: 'list', entries: ['names', 'orders'] },
    { kind: 'list', entries: ['more'] },
    { kind: 'heading', text: 'Rights' },
    { kind: 'paragraph', text: '#no' },
  ])
  expect(blocksOf('\n \n')).toEqual([])
})
