export interface MergedEdits<Form> {
  /** The other person's values in fields that only they changed; my values in all other fields. */
  form: Form
  /** The other person's values in the fields that we both changed differently; `mine` contains my values. */
  theirs: Record<string, unknown>
  mine: Record<string, unknown>
}

/**
 * Merges my edits to an entity with the edits that another person saved, field by field.
 * @param base the entity as it was when I opened it; a field that it lacks stays mine
 * @param newest the entity as the other person saved it
 */
export function mergeEdits<Form extends object>(
  base: object,
  newest: object,
  mine: Form,
): MergedEdits<Form> {
  const merged: MergedEdits<Form> = { form: { ...mine }, theirs: {}, mine: {} }
  for (const field of Object.keys(mine)) {
    const [was, now, wanted] = [base, newest, mine].map((of) => fieldOf(of, field))
    if (wanted === undefined || isSame(now, was) || isSame(now, wanted)) continue
    if (isSame(wanted, was)) Object.assign(merged.form, { [field]: now })
    else {
      merged.theirs[field] = now
      merged.mine[field] = wanted
    }
  }
  return merged
}

/** The value of a field. An empty Arabic text is treated as the English one. */
function fieldOf(of: object, field: string): unknown {
  const values = of as Record<string, unknown>
  return values[field] === '' && field.endsWith('_ar') ? values[field.slice(0, -3)] : values[field]
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
