/** Between the field for date and time, which speaks this device's time, and the contract's UTC. */
const pad = (value: number, length = 2) => String(value).padStart(length, '0')

export const inputFromIso = (iso: string | null): string => {
  const at = new Date(iso ?? '')
  if (Number.isNaN(at.getTime())) return ''
  const day = `${pad(at.getFullYear(), 4)}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`
  return `${day}T${pad(at.getHours())}:${pad(at.getMinutes())}`
}

/** Whoever types 2027 has typed the years 2, 20 and 202 on the way. */
const FIRST_YEAR = 2000

/** Null while the field holds no whole date. */
export const isoFromInput = (typed: string): string | null => {
  const at = new Date(typed)
  if (typed === '' || Number.isNaN(at.getTime()) || at.getFullYear() < FIRST_YEAR) return null
  return at.toISOString()
}
