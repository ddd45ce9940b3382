import { useMemo } from 'react'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { localeOf } from '#src/shared/lib/format.ts'
import { viewerZone } from '../model/calendar.ts'

/** Formats times in the viewer's zone and language; each format is made once. */
export const useTimes = () => {
  const language = useLanguage()
  return useMemo(() => {
    const zone = viewerZone()
    const make = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(localeOf(language), options)
    const time = make({ timeStyle: 'short', timeZone: zone })
    const long = make({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
    const short = make({ weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
    const month = make({ month: 'long', year: 'numeric', timeZone: 'UTC' })
    const weekday = make({ weekday: 'short', timeZone: 'UTC' })
    const weekdayLong = make({ weekday: 'long', timeZone: 'UTC' })
    const full = make({
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      hour: 'numeric',
      minute: '2-digit',
      timeZone: zone,
    })
    const ofDay = (format: Intl.DateTimeFormat) => (day: string) =>
      format.format(new Date(`${day}T00:00:00Z`))
    return {
      zone,
      time: (iso: string) => time.format(new Date(iso)),
      range: (from: string, until: string) => time.formatRange(new Date(from), new Date(until)),
      full: (iso: string) => full.format(new Date(iso)),
      inZone: (iso: string, timeZone: string) =>
        make({ weekday: 'short', hour: 'numeric', minute: '2-digit', timeZone }).format(new Date(iso)),
      longDay: ofDay(long),
      shortDay: ofDay(short),
      month: ofDay(month),
      weekday: ofDay(weekday),
      weekdayLong: ofDay(weekdayLong),
      days: (from: string, until: string) =>
        make({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).formatRange(
          new Date(`${from}T00:00:00Z`),
          new Date(`${until}T00:00:00Z`),
        ),
    }
  }, [language])
}
