/** Between the field for date and time, which speaks this device's time, and the contract's UTC. */
const two = (value: number) => String(value).padStart(2, '0')

export const inputFromIso = (iso: string | null): string => {
  const at = new Date(iso ?? '')
  if (Number.isNaN(at.getTime())) return ''
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`
}

/** Null while the field holds no whole date. */
export const isoFromInput = (typed: string): string | null => {
  const at = new Date(typed)
  return typed === '' || Number.isNaN(at.getTime()) ? null : at.toISOString()
}
