import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000

/** The hour of the device's clock, updated so that a page left open overnight greets correctly. */
export const useHour = (): number => {
  const [hour, setHour] = useState(() => new Date().getHours())
  useEffect(() => {
    const timer = setInterval(() => setHour(new Date().getHours()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return hour
}
