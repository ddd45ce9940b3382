/** Converts minutes after midnight to a time field's value and back; null for an invalid time. */
export const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

export const minuteOf = (clock: string): number | null => {
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(clock)
  return match ? Number(match[1]) * 60 + Number(match[2]) : null
}

/** Whether a minute is within hours that may end on the next day. */
export const isWithin = ({ from, to }: { from: number; to: number }, minute: number): boolean =>
  from < to ? minute >= from && minute < to : minute >= from || minute < to
