/** Minutes after midnight as a time field writes them, and back; null for what is no time. */
export const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

export const minuteOf = (clock: string): number | null => {
  const found = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(clock)
  return found ? Number(found[1]) * 60 + Number(found[2]) : null
}

/** Whether a minute lies in hours whose end may be on the next day. */
export const isWithin = ({ from, to }: { from: number; to: number }, minute: number): boolean =>
  from < to ? minute >= from && minute < to : minute >= from || minute < to
