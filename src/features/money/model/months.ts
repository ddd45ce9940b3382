/** Calendar months as YYYY-MM. Pure. */
const OPTIONS_MAX = 36

export const shiftMonth = (month: string, by: number): string => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const count = year * 12 + number - 1 + by
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`
}

/** Newest first, from the first sale to this month; the chosen one is always there. */
export const monthOptions = (first: string | null, last: string, chosen: string | null): string[] => {
  const months: string[] = []
  for (
    let month = last;
    month >= (first ?? last) && months.length < OPTIONS_MAX;
    month = shiftMonth(month, -1)
  )
    months.push(month)
  return chosen === null || months.includes(chosen) ? months : [...months, chosen].toSorted().toReversed()
}
