/** A form's draft across reloads: the named text and checkbox fields, never a secret. */
export type FormValues = Record<string, string | boolean>

export const writeDraft = <V extends FormValues>(values: V, fields: readonly (keyof V)[]): string =>
  JSON.stringify(Object.fromEntries(fields.map((name) => [name, values[name]])))

/** The initial values overlaid with the draft. Unknown names and other types are dropped. */
export const readDraft = <V extends FormValues>(
  text: string | null,
  initial: V,
  fields: readonly (keyof V)[],
): V => {
  if (text === null) return initial
  let stored: unknown
  try {
    stored = JSON.parse(text)
  } catch {
    return initial
  }
  if (typeof stored !== 'object' || stored === null) return initial
  const entries = fields
    .map((name) => [name, (stored as FormValues)[name as string]] as const)
    .filter(([name, value]) => typeof value === typeof initial[name])
  return { ...initial, ...Object.fromEntries(entries) }
}
