/** Converts between the date-time field, which uses local time, and the contract's UTC. */
const pad = (value: number, length = 2) => String(value).padStart(length, '0')

export const isoToInput = (iso: string | null): string => {
  const date = new Date(iso ?? '')
  if (Number.isNaN(date.getTime())) return ''
  const day = `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}`
}

/** While somebody types 2027, the field reports the years 2, 20 and 202. */
const FIRST_YEAR = 2000

/** Null while the field holds no complete date. */
export const inputToIso = (typed: string): string | null => {
  const date = new Date(typed)
  if (typed === '' || Number.isNaN(date.getTime()) || date.getFullYear() < FIRST_YEAR) return null
  return date.toISOString()
}
