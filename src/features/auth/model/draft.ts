/** What a form keeps over a reload: the named text and tick fields, never a secret one. */
export type FormValues = Record<string, string | boolean>

export const writeDraft = <V extends FormValues>(values: V, kept: readonly (keyof V)[]): string =>
  JSON.stringify(Object.fromEntries(kept.map((name) => [name, values[name]])))

/** Initial values with what was kept laid over; fields of another type or unknown names are dropped. */
export const readDraft = <V extends FormValues>(
  text: string | null,
  initial: V,
  kept: readonly (keyof V)[],
): V => {
  if (text === null) return initial
  let stored: unknown
  try {
    stored = JSON.parse(text)
  } catch {
    return initial
  }
  if (typeof stored !== 'object' || stored === null) return initial
  const entries = kept
    .map((name) => [name, (stored as FormValues)[name as string]] as const)
    .filter(([name, value]) => typeof value === typeof initial[name])
  return { ...initial, ...Object.fromEntries(entries) }
}
