/** Whole seconds until a moment, never below 0. `longest` caps the wait when the clock is set back. */
export const secondsLeft = (until: number, now: number, longest = Number.POSITIVE_INFINITY): number =>
  Math.min(longest, Math.max(0, Math.ceil((until - now) / 1000)))

/** 75 → "1:15". Digits and colon read the same way in every language of the product. */
export const clockText = (seconds: number): string => {
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor((seconds % 3600) / 60)
  const rest = String(seconds % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}
