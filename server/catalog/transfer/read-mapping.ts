import { ImportMapping } from '#contract/admin.ts'
import { invalid } from '../../platform/http/shop-error.ts'
import { formCheck } from './form-check.ts'

const check = formCheck(ImportMapping)

/** @param json the mapping in the query. @throws ShopError `invalid` if it is not a mapping. */
export function readMapping(json: string): ImportMapping {
  const mapping = parsed(json)
  if (typeof mapping !== 'object' || mapping === null || !check(mapping, {})) {
    throw invalid({ mapping: ['error.invalid'] })
  }
  return mapping
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
