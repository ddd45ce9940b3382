import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000

/** The hour of the person's clock; a page left open overnight says good morning in the morning. */
export const useHour = (): number => {
  const [hour, setHour] = useState(() => new Date().getHours())
  useEffect(() => {
    const timer = setInterval(() => setHour(new Date().getHours()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return hour
}
