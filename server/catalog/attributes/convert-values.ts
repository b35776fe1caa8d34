/** Converts product values when staff change an attribute's kind or unit. */
import type { AdminAttribute, AttributeForm, Unversioned } from '#contract/admin.ts'
import { ATTRIBUTE_CHOICES_MAX, ATTRIBUTE_NUMBER_MAX } from '#contract/limits.ts'
import type { Tx } from '../../platform/db/database.ts'
import { ShopError } from '../../platform/http/shop-error.ts'
import * as store from './attributes.store.ts'
import {
  convertValue,
  type Said,
  scaled,
  type Texts,
  toTexts,
  type Units,
} from './convert-value.ts'

const NOTHING = { number: null, is_true: null, choice_id: null, text: null, text_ar: null }

/**
 * Call once the attribute itself is updated, but before its previous choices are removed.
 * @throws ShopError `conflict` if values cannot be converted (the message states how many products have such values),
 * or if they would result in too many choices or in one choice with two Arabic names.
 */
export async function convertValues(
  tx: Tx,
  before: Unversioned<AdminAttribute>,
  wanted: AttributeForm,
): Promise<void> {
  const { id } = before
  const factor = wanted.kind === 'number' ? (wanted.factor ?? 1) : 1
  if (before.kind === wanted.kind && (before.kind !== 'number' || factor === 1)) return
  const rows = await store.findValues(tx, id)
  const units: Units = {
    before: { en: before.unit, ar: before.unit_ar },
    after: { en: wanted.unit, ar: wanted.unit_ar },
  }
  const converted = rows.map((row) => {
    const said = saidBy(row, before)
    const value =
      before.kind === wanted.kind && said.kind === 'number'
        ? inUnit(said.number, factor)
        : convertValue(said, wanted.kind, units)
    return { row, said, value }
  })
  const wrong = converted.filter(({ value }) => value === null)
  const [first] = wrong
  if (first) {
    const count = wrong.reduce((sum, { row }) => sum + row.products, 0)
    const example = toTexts(first.said, units.before).en
    throw new ShopError('conflict', { id: 'error.notConverted', values: { count, example } })
  }
  const values = converted.map(({ value }) => value as Said)
  const texts = values.flatMap((value) => ('texts' in value ? value.texts : []))
  const choices = wanted.kind === 'choice' ? await choicesOf(tx, id, texts) : new Map()
  await store.replaceValues(
    tx,
    id,
    { before: before.kind, after: wanted.kind },
    converted.map(({ row: { products: _products, ...from } }, at) => ({
      from,
      to: toRow(values[at] as Said, choices),
    })),
  )
}

function inUnit(number: number, factor: number): Said | null {
  const other = scaled(number, factor)
  return Math.abs(other) <= ATTRIBUTE_NUMBER_MAX ? { kind: 'number', number: other } : null
}

function saidBy(row: store.ValueRow, { choices }: Pick<AdminAttribute, 'choices'>): Said {
  if (row.number !== null) return { kind: 'number', number: row.number }
  if (row.is_true !== null) return { kind: 'boolean', is_true: row.is_true }
  const choice = choices.find(({ id }) => id === row.choice_id)
  const texts = choice
    ? { en: choice.name, ar: choice.name_ar }
    : { en: row.text ?? '', ar: row.text_ar ?? '' }
  return { kind: choice ? 'choice' : 'text', texts }
}

/** Adds the values that are not yet choices. @returns the ids of all choices, keyed by lowercase English name. */
async function choicesOf(
  tx: Tx,
  attribute: number,
  values: readonly Texts[],
): Promise<Map<string, number>> {
  const known = await store.findChoices(tx, attribute)
  const all = new Map(known.map((choice) => [choice.name.toLowerCase(), choice.name_ar]))
  const added: AttributeForm['choices'] = []
  for (const { en, ar } of values) {
    const arabic = all.get(en.toLowerCase())
    if (arabic === undefined) {
      added.push({ name: en, name_ar: ar, swatch: null })
      all.set(en.toLowerCase(), ar)
    } else if (
      arabic !== ar &&
      !known.some(({ name }) => name.toLowerCase() === en.toLowerCase())
    ) {
      // Two values share this English text but have different Arabic texts, one of which would be lost.
      throw new ShopError('conflict', { id: 'error.twoTranslations', values: { text: en } })
    }
  }
  if (all.size > ATTRIBUTE_CHOICES_MAX) {
    throw new ShopError('conflict', {
      id: 'error.tooManyChoices',
      values: { count: all.size, max: ATTRIBUTE_CHOICES_MAX },
    })
  }
  await store.writeChoices(tx, attribute, [...known, ...added])
  const choices = await store.findChoices(tx, attribute)
  return new Map(choices.map(({ id, name }) => [name.toLowerCase(), id]))
}

function toRow(value: Said, choices: ReadonlyMap<string, number>): store.Replacement['to'] {
  switch (value.kind) {
    case 'number':
      return { ...NOTHING, number: value.number }
    case 'boolean':
      return { ...NOTHING, is_true: value.is_true }
    case 'choice':
      return { ...NOTHING, choice_id: choices.get(value.texts.en.toLowerCase()) ?? null }
    default:
      return { ...NOTHING, text: value.texts.en, text_ar: value.texts.ar }
  }
}
