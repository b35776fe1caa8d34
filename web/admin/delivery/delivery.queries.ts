import { editableList } from '../parts/editable-list.ts'
import { keptSettings } from '../parts/kept-settings.ts'

/** All shipping methods, including inactive ones. */
export const methods = editableList({
  path: '/api/admin/shipping-methods',
  rows: 'methods',
  shown: ['quote'],
  formOf: ({ id: _id, position: _position, ...form }) => form,
})

export const cash = keptSettings('/api/admin/cash-on-delivery')
